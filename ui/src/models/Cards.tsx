// What is masked, and how long replies are kept.
import { TextBox } from "../connect/fields";
import type { Allowed } from "../contract";
import { Tick } from "../ui/Tick";

const MASKED: readonly { what: keyof Allowed; name: string; example: string }[] = [
  { what: "emails", name: "E-mail addresses", example: "anna@example.org becomes [EMAIL_1]" },
  { what: "phones", name: "Phone numbers", example: "+49 30 901820 becomes [PHONE_1]" },
  { what: "cards", name: "Card and account numbers", example: "4111 1111 1111 1111 becomes [CARD_1]" },
  { what: "identities", name: "Identity numbers", example: "tax, social security and passport numbers" },
];

export function MaskCard({ allowed, onChange }: { allowed: Allowed; onChange(allowed: Allowed): void }) {
  return (
    <section className="setting" aria-labelledby="set-masks">
      <div>
        <h2 id="set-masks" className="weight-title">
          Masked in everything that is sent
        </h2>
        <p className="quiet-text">
          Values of these kinds are replaced before a prompt is sent, and put back in the reply.
        </p>
      </div>
      <div className="masks">
        {MASKED.map(({ what, name, example }) => (
          <div key={what}>
            <Tick
              on={!allowed[what]}
              onChange={(masked) => onChange({ ...allowed, [what]: !masked })}
              testid={`mask-${what}`}
            >
              {name}
            </Tick>
            <p className="tick-help">{allowed[what] ? "Sent as they are." : example}</p>
          </div>
        ))}
      </div>
    </section>
  );
}

interface Keeping {
  hours: string;
  /** What is said in a call is in the traces of runs, too. */
  traced: boolean;
  onChange(change: { cacheHours?: string; promptsInTraces?: boolean }): void;
}

export function KeepingCard({ hours, traced, onChange }: Keeping) {
  return (
    <section className="setting" aria-labelledby="set-keeping">
      <div>
        <h2 id="set-keeping" className="weight-title">
          Kept replies
        </h2>
        <p className="quiet-text">
          The same prompt is not sent twice while its reply is kept on this computer. Replies from preparing a
          database are kept for good.
        </p>
      </div>
      <div className="fields">
        <TextBox
          label="Hours that the reply to a question is kept"
          className="half"
          numeric
          value={hours}
          onChange={(cacheHours) => onChange({ cacheHours })}
          help={hours.trim() === "0" ? "Nothing is kept: every question is asked again." : undefined}
          testid="cache-hours"
        />
      </div>
      <Tick on={traced} onChange={(on) => onChange({ promptsInTraces: on })} testid="prompts-in-traces">
        Keep prompts and replies in traces
      </Tick>
      <p className="tick-help">
        A question leaves a trace on this computer: its steps and times. Tick this while looking for a fault;
        a trace that you save then says what was asked of models, word for word.
      </p>
    </section>
  );
}
