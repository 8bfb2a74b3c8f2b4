// A box to tick, with its words.
import { Checkbox } from "react-aria-components";

interface Props {
  on: boolean;
  onChange(on: boolean): void;
  testid: string;
  children: string;
}

export function Tick({ on, onChange, testid, children }: Props) {
  return (
    <Checkbox className="tick" isSelected={on} onChange={onChange} data-testid={testid}>
      <span className="tick-box" aria-hidden>
        ✓
      </span>
      {children}
    </Checkbox>
  );
}
