// A pasted address or path fills the fields. It holds a password perhaps, so what is pasted is not drawn.
import { ClipboardPaste, CornerDownLeft } from "lucide-react";
import { Input, Label, TextField } from "react-aria-components";
import { t } from "../text";
import { Button } from "../ui/Button";
import { ProblemView } from "../ui/ProblemView";
import type { Connecting } from "./useConnecting";
import "../text/en/connectMore";

/** What it may look like, for what is being opened. */
const EXAMPLES = {
  files: "…/orders.csv",
  sqlite: "…/shop.sqlite",
  duckdb: "…/shop.duckdb",
  postgres: "postgres://anna@db.example.org/shop",
};

export function AddressBar({ c }: { c: Connecting }) {
  const fill = () => c.address.trim() !== "" && void c.understand(c.address);
  return (
    <div className="address-bar">
      <TextField value={c.address} onChange={c.setAddress} aria-describedby="address-note">
        <Label className="field-label">{t("connect.address.label")}</Label>
        <span className="address-box">
          <ClipboardPaste aria-hidden size={15} />
          <Input
            className="address-input"
            placeholder={EXAMPLES[c.form.kind]}
            spellCheck={false}
            autoComplete="off"
            data-testid="open-url"
            autoFocus
            onPaste={(e) => {
              const text = e.clipboardData.getData("text");
              if (text.trim() === "" || c.address !== "") return;
              e.preventDefault();
              void c.understand(text);
            }}
            onKeyDown={(e) => {
              if (e.key !== "Enter") return;
              e.preventDefault();
              e.stopPropagation();
              // The second press opens what the first filled in.
              if (c.address.trim() === "" && c.missing === null && c.busy === null) c.connect();
              else fill();
            }}
          />
          {c.address.trim() !== "" && (
            <Button small testid="address-fill" onPress={fill}>
              <CornerDownLeft aria-hidden size={13} />
              {t("connect.address.fillIn")}
            </Button>
          )}
        </span>
      </TextField>
      <p id="address-note" className="field-help address-note" role="status">
        {c.busy === "understanding" ? t("connect.address.looking") : (c.note ?? "")}
      </p>
      {c.trouble?.at === "address" && <ProblemView compact problem={c.trouble.problem} />}
    </div>
  );
}
