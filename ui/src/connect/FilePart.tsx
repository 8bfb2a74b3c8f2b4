// Files: chosen in the system's dialog or dropped on the window.
import { FileText, Folder, FolderOpen, Plus, Upload, X } from "lucide-react";
import type { Pick } from "../backend/backend";
import { t } from "../text";
import { Button } from "../ui/Button";
import { type Form, fileName } from "./form";
import "../text/en/connectMore";

interface Props {
  form: Form;
  dropping: boolean;
  onPick(what: Pick): void;
  onRemove(path: string): void;
}

export function FilePart({ form, dropping, onPick, onRemove }: Props) {
  const many = form.kind === "files";
  const paths = chosen(form);
  return (
    <div className={`drop-zone ${dropping ? "over" : ""} ${paths.length > 0 ? "filled" : ""}`}>
      {paths.length > 0 && (
        <ul
          className="plain-list chosen-files"
          aria-label={many ? t("connect.files.chosenMany") : t("connect.files.chosenOne")}
        >
          {paths.map((path) => (
            <li key={path} className="chosen-file">
              {/\.\w+$/.test(path) ? <FileText aria-hidden size={16} /> : <Folder aria-hidden size={16} />}
              <span className="chosen-words">
                <span className="chosen-name" dir="auto">
                  {fileName(path)}
                </span>
                <span className="chosen-path" title={path}>
                  {path}
                </span>
              </span>
              <Button
                kind="quiet"
                small
                label={t("connect.files.takeAway", { name: fileName(path) })}
                onPress={() => onRemove(path)}
              >
                <X aria-hidden size={14} />
              </Button>
            </li>
          ))}
        </ul>
      )}
      <div className="drop-words">
        {paths.length === 0 && <Upload aria-hidden size={22} className="drop-icon" />}
        {paths.length === 0 && (
          <p className="drop-says">{many ? t("connect.files.dropMany") : t("connect.files.dropOne")}</p>
        )}
        <div className="row drop-buttons">
          <Button testid="pick-file" onPress={() => onPick(many ? "files" : "database")}>
            {paths.length > 0 && many ? <Plus aria-hidden size={15} /> : <FolderOpen aria-hidden size={15} />}
            {many
              ? paths.length > 0
                ? t("connect.files.add")
                : t("connect.files.chooseMany")
              : paths.length > 0
                ? t("connect.files.another")
                : t("connect.files.chooseOne")}
          </Button>
          {many && (
            <Button testid="pick-folder" onPress={() => onPick("folder")}>
              <Folder aria-hidden size={15} />
              {paths.length > 0 ? t("connect.files.addFolder") : t("connect.files.chooseFolder")}
            </Button>
          )}
        </div>
        {many && <p className="quiet-text drop-note">{t("connect.files.note")}</p>}
      </div>
    </div>
  );
}

function chosen(form: Form): string[] {
  if (form.kind === "postgres") return [];
  if (form.kind === "files") return form.files;
  return form[form.kind] === "" ? [] : [form[form.kind]];
}
