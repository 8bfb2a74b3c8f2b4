//! Encrypted connections: whom Askwell believes, and what it says of the rest.

use std::path::Path;
use std::process::Command;
use std::sync::Arc;

use askwell_contract::model::{FailureKind, ProviderKind};
use reqwest::Url;
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use rustls::{RootCertStore, ServerConfig};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpListener;
use tokio_rustls::TlsAcceptor;

use super::{key, provider, SHORT};
use crate::llm::discover::list;
use crate::llm::web::{believing, client_by};

/// A certificate for `localhost` that is signed by itself; false where there is no openssl to make it with.
fn certificate(folder: &Path) -> bool {
    let line = "req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=localhost -keyout key.pem -out cert.pem \
                -addext subjectAltName=DNS:localhost -addext basicConstraints=critical,CA:FALSE";
    let mut make = Command::new("openssl");
    make.current_dir(folder).args(line.split_whitespace());
    make.output().is_ok_and(|made| made.status.success())
}

async fn serve(folder: &Path) -> u16 {
    let certificate = CertificateDer::from_pem_file(folder.join("cert.pem")).unwrap();
    let secret = PrivateKeyDer::from_pem_file(folder.join("key.pem")).unwrap();
    let config = ServerConfig::builder_with_provider(Arc::new(rustls::crypto::ring::default_provider()))
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_no_client_auth()
        .with_single_cert(vec![certificate], secret)
        .unwrap();
    let acceptor = TlsAcceptor::from(Arc::new(config));
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    tokio::spawn(async move {
        while let Ok((stream, _)) = listener.accept().await {
            let Ok(mut stream) = acceptor.accept(stream).await else {
                continue;
            };
            let _ = stream.read(&mut [0; 4_096]).await;
            let body = r#"{"data": []}"#;
            let head = format!(
                "HTTP/1.1 200 OK\r\nconnection: close\r\ncontent-length: {}\r\n\r\n",
                body.len()
            );
            let _ = stream.write_all((head + body).as_bytes()).await;
            let _ = stream.shutdown().await;
        }
    });
    port
}

#[tokio::test]
async fn only_a_server_that_proves_who_it_is_gets_a_key() {
    let folder = tempfile::tempdir().unwrap();
    if !certificate(folder.path()) {
        eprintln!("not checked: there is no openssl to make a certificate with");
        return;
    }
    let port = serve(folder.path()).await;
    let address = format!("https://localhost:{port}/v1/");

    let unknown = provider(ProviderKind::OpenAiCompatible, Some(address.clone()));
    let failure = list(&unknown, Some(&key())).await.unwrap_err();
    assert_eq!(failure.kind, FailureKind::Network, "{failure:?}");
    assert!(failure.message.contains("could not prove who it is"), "{failure:?}");

    let mut roots = RootCertStore::empty();
    roots
        .add(CertificateDer::from_pem_file(folder.path().join("cert.pem")).unwrap())
        .unwrap();
    let url = Url::parse(&address).unwrap();
    let known = client_by(believing(roots).unwrap(), &url, &SHORT).unwrap();
    let response = known.get(url.join("models").unwrap()).send().await.unwrap();
    assert_eq!(response.text().await.unwrap(), r#"{"data": []}"#);
}

#[tokio::test]
async fn a_server_that_does_not_encrypt_is_told_apart() {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    tokio::spawn(async move {
        while let Ok((mut stream, _)) = listener.accept().await {
            let _ = stream
                .write_all(b"HTTP/1.1 400 Bad Request\r\nconnection: close\r\n\r\n")
                .await;
        }
    });
    let plain = provider(
        ProviderKind::OpenAiCompatible,
        Some(format!("https://127.0.0.1:{port}")),
    );
    let failure = list(&plain, None).await.unwrap_err();
    assert_eq!(failure.kind, FailureKind::Network, "{failure:?}");
    assert!(failure.message.contains("does not encrypt"), "{failure:?}");
}
