//! Encryption of a connection. In: a stream and the TLS mode. Out: an encrypted stream, or why there is none, in plain
//! words. Deliberately absent: client certificates, and any other library than rustls.

use std::sync::Arc;

use askwell_contract::connect::{Server, TlsMode};
use askwell_contract::{Problem, ProblemCode, Result};
use rustls::client::danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier};
use rustls::client::{verify_server_name, WebPkiServerVerifier};
use rustls::crypto::{verify_tls12_signature, verify_tls13_signature, CryptoProvider};
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, ServerName, UnixTime};
use rustls::server::ParsedCertificate;
use rustls::{CertificateError, ClientConfig, DigitallySignedStruct, Error, ProtocolVersion, RootCertStore};
use tokio_rustls::TlsConnector;

use super::dial::Wire;

/// Whom to believe.
pub type Trust = Arc<ClientConfig>;

/// Blocking: reads the authorities.
pub fn trust(server: &Server) -> Result<Trust> {
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let mut named = Vec::new();
    let chain = match server.tls {
        TlsMode::VerifyCa | TlsMode::VerifyFull => Some(
            WebPkiServerVerifier::builder_with_provider(Arc::new(authorities(server, &mut named)?), provider.clone())
                .build()
                .map_err(Problem::internal)?,
        ),
        TlsMode::Disable | TlsMode::Prefer | TlsMode::Require => None,
    };
    let verifier = Verifier {
        chain,
        named,
        name: server.tls == TlsMode::VerifyFull,
        provider: provider.clone(),
    };
    let config = ClientConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .map_err(Problem::internal)?
        .dangerous()
        .with_custom_certificate_verifier(Arc::new(verifier))
        .with_no_client_auth();
    Ok(Arc::new(config))
}

/// `named`: those of the person's own file.
fn authorities(server: &Server, named: &mut Vec<CertificateDer<'static>>) -> Result<RootCertStore> {
    let mut store = RootCertStore::empty();
    match &server.authorities {
        None => {
            store.add_parsable_certificates(rustls_native_certs::load_native_certs().certs);
        }
        Some(path) => {
            let unusable = |what: &str| {
                Problem::new(
                    ProblemCode::BadInput,
                    format!("The file of authorities \"{path}\" {what}."),
                )
                .hint("It must be a PEM file with the certificate of the authority that signed the server's.")
            };
            let text = std::fs::read(path).map_err(|error| unusable("cannot be read").detail(error))?;
            for certificate in CertificateDer::pem_slice_iter(&text) {
                let certificate = certificate.map_err(|error| unusable("is damaged").detail(format!("{error:?}")))?;
                named.push(certificate.clone());
                store
                    .add(certificate)
                    .map_err(|error| unusable("holds a certificate that cannot be used").detail(error))?;
            }
        }
    }
    if store.is_empty() {
        return Err(Problem::new(
            ProblemCode::BadInput,
            "There is no authority to check the server's certificate by.",
        )
        .hint("Name a PEM file with the certificate of the authority that signed the server's."));
    }
    Ok(store)
}

/// The stream encrypted, and by which version.
pub async fn shake_hands(trust: &Trust, host: &str, wire: Wire) -> Result<(Wire, String)> {
    let name = match ServerName::try_from(host.to_string()) {
        Ok(name) => name,
        // A name that no certificate can hold, for example with an underscore: it is sent nowhere and checked only
        // where it must be, and there it fails.
        Err(_) => ServerName::try_from("name.invalid").map_err(Problem::internal)?,
    };
    let mut config = trust.as_ref().clone();
    config.enable_sni = host.parse::<std::net::IpAddr>().is_err() && name.to_str() == host;
    let stream = TlsConnector::from(Arc::new(config))
        .connect(name, wire)
        .await
        .map_err(|error| failed(host, error))?;
    let version = match stream.get_ref().1.protocol_version() {
        Some(ProtocolVersion::TLSv1_2) => "TLS 1.2",
        Some(ProtocolVersion::TLSv1_3) => "TLS 1.3",
        _ => "TLS",
    };
    Ok((Box::new(stream), version.to_string()))
}

fn failed(host: &str, error: std::io::Error) -> Problem {
    let problem = |what: String| Problem::new(ProblemCode::Denied, what);
    let cause = error.get_ref().and_then(|inner| inner.downcast_ref::<Error>());
    let said = match cause {
        Some(Error::InvalidCertificate(why)) => match why {
            CertificateError::NotValidForName | CertificateError::NotValidForNameContext { .. } => {
                problem(format!("The server's certificate is not for the name \"{host}\"."))
                    .hint("Connect by the name that the certificate is for, or choose \"verify-ca\".")
            }
            CertificateError::UnknownIssuer | CertificateError::BadSignature => {
                problem("The server's certificate comes from no authority that is trusted here.".into()).hint(
                    "Name the PEM file of the authority that signed it (the provider of the database offers it for \
                 download), or choose \"require\", which encrypts without checking.",
                )
            }
            CertificateError::Expired | CertificateError::ExpiredContext { .. } => {
                problem("The server's certificate has expired.".into())
                    .hint("Ask the server's administrator to renew it. Check this computer's date, too.")
            }
            CertificateError::NotValidYet | CertificateError::NotValidYetContext { .. } => {
                problem("The server's certificate is not valid yet.".into()).hint("Check this computer's date.")
            }
            _ => problem("The server's certificate cannot be accepted.".into())
                .hint("Ask the server's administrator, or choose \"require\", which encrypts without checking."),
        },
        _ => problem("The server and Askwell could not agree on how to encrypt.".into())
            .hint("Askwell speaks TLS 1.2 and 1.3; an older server must be updated."),
    };
    said.detail(error)
}

/// What libpq's modes check, which is less than the web does for all but the strictest.
#[derive(Debug)]
struct Verifier {
    chain: Option<Arc<WebPkiServerVerifier>>,
    /// A server that signed its certificate itself is trusted by naming that very certificate.
    named: Vec<CertificateDer<'static>>,
    name: bool,
    provider: Arc<CryptoProvider>,
}

impl ServerCertVerifier for Verifier {
    fn verify_server_cert(
        &self,
        end: &CertificateDer<'_>,
        between: &[CertificateDer<'_>],
        name: &ServerName<'_>,
        ocsp: &[u8],
        now: UnixTime,
    ) -> std::result::Result<ServerCertVerified, Error> {
        let Some(chain) = &self.chain else {
            return Ok(ServerCertVerified::assertion());
        };
        if self.named.contains(end) {
            if self.name {
                verify_server_name(&ParsedCertificate::try_from(end)?, name)?;
            }
            return Ok(ServerCertVerified::assertion());
        }
        match chain.verify_server_cert(end, between, name, ocsp, now) {
            // The chain was found good before the name was looked at.
            Err(Error::InvalidCertificate(
                CertificateError::NotValidForName | CertificateError::NotValidForNameContext { .. },
            )) if !self.name => Ok(ServerCertVerified::assertion()),
            verdict => verdict,
        }
    }

    fn verify_tls12_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signature: &DigitallySignedStruct,
    ) -> std::result::Result<HandshakeSignatureValid, Error> {
        let known = &self.provider.signature_verification_algorithms;
        verify_tls12_signature(message, certificate, signature, known)
    }

    fn verify_tls13_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signature: &DigitallySignedStruct,
    ) -> std::result::Result<HandshakeSignatureValid, Error> {
        let known = &self.provider.signature_verification_algorithms;
        verify_tls13_signature(message, certificate, signature, known)
    }

    fn supported_verify_schemes(&self) -> Vec<rustls::SignatureScheme> {
        self.provider.signature_verification_algorithms.supported_schemes()
    }
}
