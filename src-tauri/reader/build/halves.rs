//! "How many have no phone, and how many no email": each number of its own rows, beside each other.

use super::{all, Builder, Built};
use crate::frame::{Ent, Frame};
use crate::query::{Agg, Cond, Expr};

impl Builder<'_> {
    /// Queries with a number for each of what is counted; none where it is not rows of one table that are.
    pub(super) fn halves(&self) -> Vec<Built> {
        let f = self.frame;
        let plain = f.figures.is_empty() && f.top.is_none() && f.part.is_none() && f.fraction.is_none();
        let other = f.share || f.of_total.is_some() || f.growth.is_some() || f.others || !f.versus.is_empty();
        if !plain || other {
            return Vec::new();
        }
        let Some((base, halves)) = f.halves() else {
            return Vec::new();
        };
        let mut out = Vec::new();
        for (target, chance) in self.wanted() {
            let Some(table) = target.map(Ent::table) else { continue };
            let same = |c: &(Option<Ent>, bool)| c.0.is_none_or(|e| e.table() == table) && !c.1;
            if !f.counts.iter().all(same) {
                continue;
            }
            let only = |half: &Frame| -> Option<Expr> {
                let cond = self.with_frame(half).held(target)?;
                let one = Expr::Only(Box::new(cond), Box::new(Expr::Num(1.0)));
                Some(Expr::agg(Agg::Count, one))
            };
            let Some(numbers) = halves.iter().map(only).collect::<Option<Vec<Expr>>>() else {
                continue;
            };
            let builder = self.with_frame(&base);
            for conds in builder.conditions(target).into_iter().filter(|c| c.having.is_empty()) {
                for groups in builder.groups(Some(table), &conds) {
                    let q = builder.grouped_by(&groups, numbers.clone(), &conds, vec![table]);
                    out.push(Built::new(q, chance + conds.prior + groups.prior, "beside"));
                }
            }
        }
        out
    }

    /// All that holds of the rows of one of them.
    fn held(&self, target: Option<Ent>) -> Option<Cond> {
        let conds = self.conditions(target).into_iter().next()?;
        let conds = conds.having.is_empty().then_some(conds)?;
        all(conds.filter.into_iter().chain(conds.times).collect())
    }

    fn with_frame<'f>(&'f self, frame: &'f Frame) -> Builder<'f> {
        Builder { frame, ..*self }
    }
}
