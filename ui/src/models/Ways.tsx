// The three ways to think: with no model, with one on this computer, with one in the cloud. Explained where it is first
// chosen and in the settings.
import { Check, Cloud, Cpu, Leaf } from "lucide-react";
import type { ReactNode } from "react";
import { t } from "../text";
import type { Way } from "./settings";
import "../text/en/models";

export const WAYS = [
  {
    way: "none",
    name: t("models.ways.none"),
    Icon: Leaf,
    says: t("models.ways.noneSays"),
  },
  {
    way: "local",
    name: t("models.ways.local"),
    Icon: Cpu,
    says: t("models.ways.localSays"),
  },
  {
    way: "cloud",
    name: t("models.ways.cloud"),
    Icon: Cloud,
    says: t("models.ways.cloudSays"),
  },
] as const;

interface Props {
  current: Way;
  level: 2 | 3;
  /** Whether the one in use is said to be; where there is only one to choose from, its button says it. */
  marked: boolean;
  action(way: (typeof WAYS)[number]["way"]): ReactNode;
}

export function Ways({ current, level, marked, action }: Props) {
  const Title = `h${level}` as const;
  return (
    <ul className="plain-list ways">
      {WAYS.map(({ way, name, Icon, says }) => {
        const used = current === way || (current === "both" && way !== "none");
        return (
          <li key={way} className={`way ${used ? "used" : ""}`} data-testid={`way-${way}`} data-used={used}>
            <div className="way-head">
              <Icon aria-hidden size={18} className="way-icon" />
              <Title className="way-name">{name}</Title>
            </div>
            <p className="way-says">{says}</p>
            <div className="way-foot">
              {action(way)}
              {used && marked && (
                <span className="way-used">
                  <Check aria-hidden size={13} strokeWidth={2.5} /> {t("models.ways.inUse")}
                </span>
              )}
            </div>
          </li>
        );
      })}
    </ul>
  );
}
