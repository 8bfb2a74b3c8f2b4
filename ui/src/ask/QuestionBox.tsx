// Where questions are typed. Enter asks, Shift+Enter breaks the line, Up in an empty or first line brings back earlier ones.
import { ArrowUp, Square } from "lucide-react";
import {
  type KeyboardEvent,
  lazy,
  type RefObject,
  Suspense,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { keysOf, shortcut } from "../app/commands";
import { t } from "../text";
import { Button } from "../ui/Button";
import type { Completing, Listed } from "./Complete";
import type { Offer } from "./completing";
import { Hint } from "./Hint";
import "../text/en/ask";

const Complete = lazy(() => import("./Complete"));

const UNLISTED: Listed = { open: false, active: null };

/** A question to be put in other words, with what of it is to be changed. */
export interface Draft {
  text: string;
  /** Selected, where the question has it. */
  word: string;
}

interface Props {
  /** Another one is put into the box. */
  again: Draft | null;
  input: RefObject<HTMLTextAreaElement | null>;
  placeholder: string;
  /** Earlier questions, newest first. */
  earlier: string[];
  running: boolean;
  /** Why no question can be asked now. */
  disabled: string | null;
  /** What is offered while a question is typed. */
  completing: Completing;
  /** Whether a model is there that reads any hint. */
  advised: boolean;
  onAsk(question: string, hint: string): void;
  onStop(): void;
}

const MAX_LINES_PX = 168;

export function QuestionBox(props: Props) {
  const { again, input, placeholder, earlier, running, disabled, completing, advised } = props;
  const { onAsk, onStop } = props;
  const [text, setText] = useState("");
  const [hint, setHint] = useState<string | null>(null);
  const [back, setBack] = useState(-1);
  const draft = useRef("");
  // The caret where somebody is typing; null: nothing is offered.
  const [caret, setCaret] = useState<number | null>(null);
  const [listed, setListed] = useState(UNLISTED);
  const listKeys = useRef<((key: string) => boolean) | null>(null);
  // Whoever sent the list away wants none before the next word.
  const away = useRef(false);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the text is what changes the height
  useLayoutEffect(() => {
    const box = input.current;
    if (!box) return;
    box.style.height = "0";
    box.style.height = `${Math.min(box.scrollHeight, MAX_LINES_PX)}px`;
  }, [text, input]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: what stands in the box is kept at the moment it is replaced
  useEffect(() => {
    const box = input.current;
    if (!again || !box) return;
    // What was typed comes back with the key that leads from an earlier question to the newest words.
    if (text.trim() !== "" && text !== again.text) {
      draft.current = text;
      setBack(0);
    }
    setText(again.text);
    const at = again.text.toLocaleLowerCase().indexOf(again.word.toLocaleLowerCase());
    requestAnimationFrame(() => {
      box.focus();
      if (at < 0 || again.word === "") box.select();
      else box.setSelectionRange(at, at + again.word.length);
    });
  }, [again, input]);

  const reason = disabled ?? (text.trim() === "" ? t("ask.box.typeFirst") : null);
  const ask = () => {
    if (reason || running) return;
    setCaret(null);
    setBack(-1);
    onAsk(text.trim(), hint?.trim() ?? "");
    setText("");
    // Its field goes, and takes the focus with it.
    if (hint !== null) input.current?.focus();
    setHint(null);
  };

  const recall = (step: 1 | -1) => {
    const next = back + step;
    if (next < -1 || next >= earlier.length) return;
    if (back === -1) draft.current = text;
    setCaret(null);
    setBack(next);
    setText(next === -1 ? draft.current : (earlier[next] ?? ""));
  };

  const take = (offer: Offer) => {
    // As if typed: the box's own undo takes it back.
    const box = input.current;
    box?.setSelectionRange(offer.from, offer.to);
    if (!box || !document.execCommand("insertText", false, offer.text))
      setText(text.slice(0, offer.from) + offer.text + text.slice(offer.to));
    setCaret(null);
  };

  const onKey = (e: KeyboardEvent<HTMLTextAreaElement>) => {
    // An input method uses Enter to accept what it suggests.
    if (e.nativeEvent.isComposing) return;
    if (!(e.ctrlKey || e.metaKey || e.altKey || e.shiftKey) && listKeys.current?.(e.key)) {
      e.preventDefault();
      return;
    }
    if (e.key === "Enter" && !e.shiftKey) {
      e.preventDefault();
      ask();
      return;
    }
    const at = e.currentTarget.selectionStart;
    const first = !text.slice(0, at).includes("\n");
    const last = !text.slice(at).includes("\n");
    if (e.key === "ArrowUp" && first && (at === 0 || back >= 0 || text === "") && earlier.length > 0) {
      e.preventDefault();
      recall(1);
    } else if (e.key === "ArrowDown" && last && back >= 0) {
      e.preventDefault();
      recall(-1);
    }
  };

  return (
    <div className="asking">
      <form
        className={`question ${running ? "busy" : ""}`}
        onSubmit={(e) => {
          e.preventDefault();
          ask();
        }}
      >
        <textarea
          ref={input}
          className="question-input"
          rows={1}
          dir="auto"
          aria-label={t("ask.box.label")}
          aria-keyshortcuts={keysOf("question").join("+").replace("Ctrl", "Control")}
          aria-autocomplete="list"
          aria-controls={listed.open ? "complete-list" : undefined}
          aria-activedescendant={listed.active ?? undefined}
          placeholder={placeholder}
          value={text}
          onChange={(e) => {
            const { value, selectionStart } = e.target;
            const composing = e.nativeEvent instanceof InputEvent && e.nativeEvent.isComposing;
            if (/\s$/.test(value.slice(0, selectionStart)) || value === "") away.current = false;
            setText(value);
            setBack(-1);
            setCaret(composing || away.current || disabled ? null : selectionStart);
          }}
          onSelect={(e) => {
            if (caret !== null && e.currentTarget.selectionStart !== caret) setCaret(null);
          }}
          onBlur={() => setCaret(null)}
          onKeyDown={onKey}
          data-testid="question-input"
        />
        {running ? (
          <Button
            kind="danger"
            className="question-button"
            testid="stop-button"
            hint={t("ask.box.stopHint", { keys: shortcut("leave") })}
            onPress={onStop}
          >
            <Square aria-hidden size={13} fill="currentColor" />
            {t("common.stop")}
          </Button>
        ) : (
          <Button
            kind="primary"
            className="question-button"
            testid="ask-button"
            disabled={reason}
            hint={t("ask.box.askHint", { keys: shortcut("send") })}
            onPress={ask}
          >
            <ArrowUp aria-hidden size={16} />
            {t("ask.box.ask")}
          </Button>
        )}
        {caret !== null && (
          <Suspense fallback={null}>
            <Complete
              {...completing}
              text={text}
              caret={caret}
              earlier={earlier}
              keys={listKeys}
              onListed={setListed}
              onTake={take}
              onClose={() => {
                away.current = true;
                setCaret(null);
              }}
            />
          </Suspense>
        )}
      </form>
      {!disabled && <Hint hint={hint} read={advised} onHint={setHint} onAsk={ask} />}
    </div>
  );
}
