// Buttons. One that cannot be used stays reachable and says why.
import type { ReactNode } from "react";
import { Focusable, Tooltip, TooltipTrigger } from "react-aria-components";

interface Props {
  children: ReactNode;
  onPress: () => void;
  kind?: "primary" | "plain" | "quiet" | "danger";
  /** Why it cannot be used now; absent: it can. */
  disabled?: string | null;
  /** For buttons that show an icon alone. */
  label?: string;
  /** Said on hover and focus, beside what the label says. */
  hint?: string;
  pressed?: boolean;
  expanded?: boolean;
  controls?: string;
  testid?: string;
  className?: string;
  small?: boolean;
}

export function Button(props: Props) {
  const { children, onPress, kind = "plain", disabled, label, hint, testid } = props;
  const tip = disabled ?? hint ?? label;
  const button = (
    <button
      type="button"
      className={`button ${kind} ${props.small ? "small" : ""} ${props.className ?? ""}`}
      aria-label={label}
      aria-disabled={disabled ? true : undefined}
      aria-pressed={props.pressed}
      aria-expanded={props.expanded}
      aria-controls={props.controls}
      data-testid={testid}
      onClick={() => {
        if (!disabled) onPress();
      }}
    >
      {children}
    </button>
  );
  if (!tip) return button;
  return (
    <TooltipTrigger delay={500} closeDelay={80}>
      <Focusable>{button}</Focusable>
      <Tooltip className="tooltip" offset={6}>
        {tip}
      </Tooltip>
    </TooltipTrigger>
  );
}
