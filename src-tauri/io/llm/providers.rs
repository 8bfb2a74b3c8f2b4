//! The one door to every model, and what is around it.
//!
//! In: what the person set, their keys, and calls. Out: the ports `Models` and `Llm`. Deliberately absent: where the
//! settings and keys are kept, and how a provider is talked to.

use std::collections::BTreeMap;
use std::sync::atomic::AtomicU64;
use std::sync::{Arc, Mutex, PoisonError, RwLock};

use askwell_contract::connect::{Keep, Secret};
use askwell_contract::model::{
    Abilities, Failure, FailureKind, FoundModel, LedgerEntry, LedgerPage, ModelInfo, ModelRef, ModelSettings, Privacy,
    Probe, ProbeKind, Provider, ProviderKind, Reply, Request, Spend, Usage,
};
use askwell_contract::ports::{self, Cancel, Clock, Llm, Models, Workspace};
use askwell_contract::Result as Fallible;
use async_trait::async_trait;

use super::able::Known;
use super::book::Book;
use super::call::Call;
use super::layers::breaker::Breaker;
use super::layers::cost::{Costing, Purse, Till};
use super::layers::flight::Flights;
use super::layers::hush::{hushed, Hushed};
use super::layers::rate::Rate;
use super::layers::{self, cache, gate, ledger, Parts};
use super::link::{Link, Real};
use super::prices;
use super::shelf::Hub;

pub struct Providers {
    shared: Arc<Shared>,
    hub: Arc<Hub>,
}

struct Shared {
    workspace: Arc<dyn Workspace>,
    clock: Arc<dyn Clock>,
    book: Arc<Book>,
    purse: Arc<Purse>,
    link: Arc<dyn Link>,
    /// When the cache was last cleared of what is too old.
    swept: Arc<AtomicU64>,
    flights: Arc<Flights>,
    set: RwLock<Arc<Set>>,
    /// By provider.
    lanes: Mutex<BTreeMap<String, Lane>>,
    known: Known,
}

struct Set {
    settings: ModelSettings,
    keys: BTreeMap<String, Secret>,
}

/// What lasts from one call of a provider to the next.
#[derive(Clone)]
struct Lane {
    provider: Provider,
    key: Option<Secret>,
    rate: Arc<Rate>,
    breaker: Arc<Breaker>,
    /// Connected at the first call.
    call: Option<Arc<dyn Call>>,
}

impl Providers {
    pub fn new(workspace: Arc<dyn Workspace>, clock: Arc<dyn Clock>) -> Self {
        Self::over(workspace, clock, Arc::new(Real))
    }

    pub(super) fn over(workspace: Arc<dyn Workspace>, clock: Arc<dyn Clock>, link: Arc<dyn Link>) -> Self {
        let book = Arc::new(Book::new(workspace.clone(), clock.clone()));
        let shared = Shared {
            purse: Arc::new(Purse::new(book.clone(), clock.clone())),
            book,
            workspace,
            clock,
            link,
            swept: Arc::default(),
            flights: Arc::default(),
            set: RwLock::new(Arc::new(Set {
                settings: ModelSettings::default(),
                keys: BTreeMap::new(),
            })),
            lanes: Mutex::default(),
            known: Known::default(),
        };
        let shared = Arc::new(shared);
        let rules = shared.clone();
        Self {
            hub: Arc::new(Hub::new(shared.book.clone(), move || rules.set().settings.airplane)),
            shared,
        }
    }
}

#[async_trait]
impl Models for Providers {
    fn set(&self, settings: &ModelSettings, keys: BTreeMap<String, Secret>) -> Fallible<()> {
        let mut lanes = self.shared.lanes.lock().unwrap_or_else(PoisonError::into_inner);
        lanes.retain(|id, lane| {
            let Some(now) = settings.providers.iter().find(|provider| provider.id == *id) else {
                return false;
            };
            let same = lane.key.as_ref() == keys.get(id)
                && (lane.provider.kind, &lane.provider.address) == (now.kind, &now.address);
            if (lane.provider.per_minute, lane.provider.at_once) != (now.per_minute, now.at_once) {
                lane.rate = Arc::new(Rate::new(now.per_minute, now.at_once));
            }
            lane.provider = now.clone();
            // Another address or key is another provider: what failed before says nothing of it.
            same
        });
        let set = Set {
            settings: settings.clone(),
            keys,
        };
        *self.shared.set.write().unwrap_or_else(PoisonError::into_inner) = Arc::new(set);
        Ok(())
    }

    fn llm(&self, allowed: Privacy) -> Arc<dyn Llm> {
        Arc::new(Way {
            shared: self.shared.clone(),
            allowed,
        })
    }

    async fn list(&self, provider: &Provider, key: Option<&Secret>) -> Result<Vec<ModelInfo>, Failure> {
        let set = self.shared.set();
        if shut(&set.settings, provider) {
            return Err(gate::airplane());
        }
        let listed = self.shared.link.list(provider, key).await;
        let mut models = listed.map_err(|failure| quiet(failure, key))?;
        for model in &mut models {
            let known = || prices::price(provider.kind, &model.name, 0, &set.settings.prices);
            model.price = model.price.take().or_else(known);
        }
        Ok(models)
    }

    async fn probe(
        &self,
        provider: &Provider,
        key: Option<&Secret>,
        model: &str,
        on_probe: &(dyn Fn(Probe) + Send + Sync),
    ) -> bool {
        let set = self.shared.set();
        let told = |probe: Probe| {
            on_probe(Probe {
                failure: probe.failure.map(|failure| quiet(failure, key)),
                ..probe
            })
        };
        let unreached = |failure| {
            told(Probe {
                kind: ProbeKind::Reach,
                found: None,
                failure: Some(failure),
            });
            false
        };
        if shut(&set.settings, provider) {
            return unreached(gate::airplane());
        }
        match self.shared.connect(provider, key) {
            Ok(call) => {
                let call = self.shared.tried(&set, call, provider, model);
                self.shared.link.probe(&*call, provider, key, model, &told).await
            }
            Err(failure) => unreached(failure),
        }
    }

    async fn find(&self) -> Vec<FoundModel> {
        // Servers are found through sockets, even those on this computer.
        let servers = !self.shared.set().settings.airplane;
        self.shared.link.find(servers).await
    }

    fn ledger(&self, search: &str, connection: Option<&str>, offset: u64, limit: u32) -> Fallible<LedgerPage> {
        self.shared.book.page(search, connection, offset, limit)
    }

    fn each_entry(&self, take: &mut dyn FnMut(&LedgerEntry) -> Fallible<()>) -> Fallible<()> {
        self.shared.book.each(&mut |entry| take(&entry))
    }

    fn spend(&self) -> Fallible<Spend> {
        self.shared.book.spend()
    }

    fn hub(&self) -> Option<Arc<dyn ports::Hub>> {
        Some(self.hub.clone())
    }
}

/// The door for a connection of a certain level.
struct Way {
    shared: Arc<Shared>,
    allowed: Privacy,
}

#[async_trait]
impl Llm for Way {
    async fn complete(&self, request: Request, cancel: &Cancel) -> Result<Reply, Failure> {
        let set = self.shared.set();
        let provider = set.provider(&request.to).ok_or_else(|| {
            Failure::new(
                FailureKind::UnknownModel,
                format!("The provider \"{}\" is not set up.", request.to.provider),
            )
            .hint("Choose another model in the settings.")
        })?;
        self.shared
            .around(&set, provider, &request.to, self.allowed)
            .call(&request, cancel)
            .await
    }

    fn price(&self, to: &ModelRef, usage: Usage) -> Option<f64> {
        let set = self.shared.set();
        let provider = set.provider(to)?;
        let (_, leaves) = self.shared.destination(provider, &to.model);
        prices::cost(provider, leaves, &to.model, usage, &set.settings.prices)
    }

    async fn abilities(&self, to: &ModelRef) -> Abilities {
        let shared = &self.shared;
        let set = shared.set();
        let Some(provider) = set.provider(to) else {
            return Abilities::ASSUMED;
        };
        let asks = || shared.link.abilities(provider, set.keys.get(&provider.id), &to.model);
        let open = !shut(&set.settings, provider);
        let now = shared.clock.now();
        shared
            .known
            .of(&shared.workspace, now, provider, &to.model, open, asks)
            .await
    }

    fn destination(&self, to: &ModelRef) -> (String, bool) {
        match self.shared.set().provider(to) {
            Some(provider) => self.shared.destination(provider, &to.model),
            // Nothing is sent to a provider that is not there.
            None => (to.provider.clone(), true),
        }
    }
}

impl Shared {
    fn set(&self) -> Arc<Set> {
        self.set.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// A trial, too, is written down and paid. It is for now: not from the cache, not again, not later.
    fn tried(&self, set: &Set, inner: Arc<dyn Call>, provider: &Provider, model: &str) -> Arc<dyn Call> {
        let (destination, leaves) = self.destination(provider, model);
        let inner = Arc::new(Costing {
            inner,
            till: self.till(set, provider, leaves),
        });
        Arc::new(ledger::Written {
            inner,
            to: self.to(destination, leaves),
        })
    }

    fn till(&self, set: &Set, provider: &Provider, leaves: bool) -> Till {
        Till {
            purse: self.purse.clone(),
            provider: provider.clone(),
            leaves,
            budget: set.settings.budget,
            prices: set.settings.prices.clone(),
        }
    }

    fn to(&self, destination: String, leaves: bool) -> ledger::To {
        ledger::To {
            book: self.book.clone(),
            destination,
            leaves,
        }
    }

    fn around(&self, set: &Set, provider: &Provider, to: &ModelRef, allowed: Privacy) -> Arc<dyn Call> {
        let lane = self.lane(provider, set.keys.get(&provider.id));
        let (destination, leaves) = self.destination(provider, &to.model);
        let settings = &set.settings;
        let parts = Parts {
            gate: gate::Rules {
                airplane: settings.airplane,
                in_process: provider.kind == ProviderKind::Gguf,
                allowed,
            },
            ledger: self.to(destination, leaves),
            cache: cache::Kept {
                workspace: self.workspace.clone(),
                clock: self.clock.clone(),
                provider: provider.clone(),
                hours: settings.cache_hours,
                swept: self.swept.clone(),
                flights: self.flights.clone(),
            },
            cost: self.till(set, provider, leaves),
            breaker: lane.breaker,
            rate: lane.rate,
            name: provider.name.clone(),
        };
        let call: Arc<dyn Call> = match lane.call {
            Ok(call) => call,
            Err(failure) => Arc::new(Unreached(failure)),
        };
        layers::around(call, parts)
    }

    fn lane(&self, provider: &Provider, key: Option<&Secret>) -> Connected {
        let mut lanes = self.lanes.lock().unwrap_or_else(PoisonError::into_inner);
        let lane = lanes.entry(provider.id.clone()).or_insert_with(|| Lane {
            provider: provider.clone(),
            key: key.cloned(),
            rate: Arc::new(Rate::new(provider.per_minute, provider.at_once)),
            breaker: Arc::default(),
            call: None,
        });
        let call = match &lane.call {
            Some(call) => Ok(call.clone()),
            None => self
                .connect(provider, key)
                .inspect(|call| lane.call = Some(call.clone())),
        };
        Connected {
            rate: lane.rate.clone(),
            breaker: lane.breaker.clone(),
            call,
        }
    }

    fn connect(&self, provider: &Provider, key: Option<&Secret>) -> Result<Arc<dyn Call>, Failure> {
        if key.is_none() && provider.keep == Keep::Passphrase {
            return Err(Failure::new(
                FailureKind::Key,
                format!("The key of {} is encrypted under a passphrase.", provider.name),
            )
            .hint("Type the passphrase in the settings of this provider."));
        }
        let inner = self
            .link
            .connect(provider, key)
            .map_err(|failure| quiet(failure, key))?;
        Ok(Arc::new(Hushed {
            inner,
            key: key.cloned(),
        }))
    }

    fn destination(&self, provider: &Provider, model: &str) -> (String, bool) {
        let (destination, leaves) = self.link.destination(provider);
        // Ollama hands these on to its own servers, under a name of this computer.
        let handed_on = model.ends_with("-cloud") || model.ends_with(":cloud");
        if provider.kind == ProviderKind::Ollama && handed_on && !leaves {
            return (format!("ollama.com, through {destination}"), true);
        }
        (destination, leaves)
    }
}

struct Connected {
    rate: Arc<Rate>,
    breaker: Arc<Breaker>,
    call: Result<Arc<dyn Call>, Failure>,
}

/// A provider that cannot even be talked to, for example without its key.
struct Unreached(Failure);

#[async_trait]
impl Call for Unreached {
    async fn call(&self, _: &Request, _: &Cancel) -> Result<Reply, Failure> {
        Err(self.0.clone())
    }
}

impl Set {
    fn provider(&self, to: &ModelRef) -> Option<&Provider> {
        self.settings
            .providers
            .iter()
            .find(|provider| provider.id == to.provider)
    }
}

fn shut(settings: &ModelSettings, provider: &Provider) -> bool {
    settings.airplane && provider.kind != ProviderKind::Gguf
}

fn quiet(failure: Failure, key: Option<&Secret>) -> Failure {
    match key {
        Some(key) => hushed(failure, key),
        None => failure,
    }
}
