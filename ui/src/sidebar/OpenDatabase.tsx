// Another database: by the system's dialog, or by a path or URL.
import { FolderOpen, Plus } from "lucide-react";
import { useState } from "react";
import { Dialog, Heading, Input, Label, Modal, ModalOverlay, TextField } from "react-aria-components";
import type { Verbs } from "../app/useAskwell";
import { asProblem, type Backend } from "../backend/backend";
import type { Problem } from "../contract";
import { Button } from "../ui/Button";
import { ProblemView } from "../ui/ProblemView";

interface Props {
  backend: Backend;
  verbs: Verbs;
  problem: Problem | null;
  open: boolean;
  onOpen(open: boolean): void;
}

export function OpenDatabase({ backend, verbs, problem, open, onOpen }: Props) {
  const [url, setUrl] = useState("");
  const [busy, setBusy] = useState(false);
  const [trouble, setTrouble] = useState<Problem | null>(null);
  const shown = trouble ?? problem;

  const close = () => {
    setTrouble(null);
    verbs.dismissOpenProblem();
    onOpen(false);
  };
  const go = async (to: string) => {
    setTrouble(null);
    setBusy(true);
    const done = await verbs.openUrl(to);
    setBusy(false);
    if (done) {
      setUrl("");
      close();
    }
  };
  const browse = async () => {
    setTrouble(null);
    try {
      const picked = await backend.pickDatabase();
      if (!picked) return;
      setUrl(picked);
      await go(picked);
    } catch (error) {
      setTrouble(asProblem(error));
    }
  };
  const reason = busy ? "It is being opened." : url.trim() === "" ? "Paste a path or URL first." : null;

  return (
    <>
      <Button className="open-database" testid="open-database" onPress={() => onOpen(true)}>
        <Plus aria-hidden size={15} />
        Open a database…
      </Button>
      <ModalOverlay
        isOpen={open}
        isDismissable
        onOpenChange={(next) => (next ? onOpen(true) : close())}
        className="veil"
      >
        <Modal className="modal">
          <Dialog className="dialog">
            <Heading slot="title" className="dialog-title">
              Open a database
            </Heading>
            <p className="quiet-text">
              A SQLite or DuckDB file on this computer. Askwell only ever reads it: nothing in it can be
              changed from here.
            </p>
            <Button
              className="big-choice"
              testid="open-browse"
              disabled={busy ? "It is being opened." : null}
              onPress={() => void browse()}
            >
              <FolderOpen aria-hidden size={18} />
              Choose a file…
            </Button>
            <form
              className="form"
              onSubmit={(e) => {
                e.preventDefault();
                if (!reason) void go(url.trim());
              }}
            >
              <TextField className="field" value={url} onChange={setUrl}>
                <Label className="field-label">Or a path or URL</Label>
                <Input
                  className="input mono"
                  placeholder="/home/me/shop.sqlite"
                  spellCheck={false}
                  data-testid="open-url"
                />
              </TextField>
              {shown && <ProblemView compact problem={shown} />}
              <div className="dialog-foot">
                <Button kind="quiet" onPress={close}>
                  Cancel
                </Button>
                <Button
                  kind="primary"
                  testid="open-confirm"
                  disabled={reason}
                  onPress={() => void go(url.trim())}
                >
                  {busy ? "Opening…" : "Open"}
                </Button>
              </div>
            </form>
          </Dialog>
        </Modal>
      </ModalOverlay>
    </>
  );
}
