//! `ui/src/contract.ts` is written from the Rust types. `make contract` writes it anew; a stale file fails here.

use std::path::Path;

use specta::datatype::{DataType, Fields, Primitive};
use specta_typescript::Typescript;
use tauri_specta::{BuilderConfiguration, LanguageExt};

const HEADER: &str = "// Generated from the Rust types by `make contract`. Changes belong in src-tauri/contract.\n";

#[test]
fn the_typescript_contract_is_fresh() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("ui/src/contract.ts");
    let fresh_file = std::env::temp_dir().join(format!("askwell-contract-{}.ts", std::process::id()));
    let exported = askwell_lib::commands().export(Finite(Typescript::default().header(HEADER)), &fresh_file);
    let fresh = std::fs::read_to_string(&fresh_file);
    let _ = std::fs::remove_file(&fresh_file);
    exported.expect("every type of the contract can be written as TypeScript");
    let fresh = fresh.expect("the export wrote its file");

    if std::env::var_os("ASKWELL_WRITE_CONTRACT").is_some() {
        std::fs::write(&file, &fresh).expect("ui/src is writable");
    }
    let kept = std::fs::read_to_string(&file).unwrap_or_default();
    assert!(
        kept == fresh,
        "ui/src/contract.ts does not match the Rust types; run `make contract`"
    );
}

/// TypeScript in which an `f64` is a `number`. The exporter writes `number | null`, since JSON has no NaN; no figure of
/// the contract is one, and a cell that is not finite travels as text.
struct Finite(Typescript);

impl LanguageExt for Finite {
    type Error = <Typescript as LanguageExt>::Error;

    fn export(self, types_and_commands: &BuilderConfiguration, path: &Path) -> Result<(), Self::Error> {
        let mut finite = types_and_commands.clone();
        finite.types.iter_mut(|named| named.ty.iter_mut().for_each(make_finite));
        LanguageExt::export(self.0, &finite, path)
    }
}

fn make_finite(ty: &mut DataType) {
    match ty {
        DataType::Primitive(float) if *float == Primitive::f64 => *float = Primitive::i32,
        DataType::Primitive(_) | DataType::Generic(_) | DataType::Reference(_) => {}
        DataType::Nullable(inner) => make_finite(inner),
        DataType::List(list) => make_finite(&mut list.ty),
        DataType::Map(map) => make_finite(map.value_ty_mut()),
        DataType::Struct(of) => make_fields_finite(&mut of.fields),
        DataType::Enum(of) => of
            .variants
            .iter_mut()
            .for_each(|(_, variant)| make_fields_finite(&mut variant.fields)),
        DataType::Tuple(tuple) => tuple.elements.iter_mut().for_each(make_finite),
        DataType::Intersection(parts) => parts.iter_mut().for_each(make_finite),
    }
}

fn make_fields_finite(fields: &mut Fields) {
    match fields {
        Fields::Unit => {}
        Fields::Unnamed(of) => of
            .fields
            .iter_mut()
            .filter_map(|field| field.ty.as_mut())
            .for_each(make_finite),
        Fields::Named(of) => of
            .fields
            .iter_mut()
            .filter_map(|(_, field)| field.ty.as_mut())
            .for_each(make_finite),
    }
}
