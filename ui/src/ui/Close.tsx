import { X } from "lucide-react";
import { t } from "../text";
import { Button } from "./Button";

/** The cross in the corner of a dialog. */
export function Close({ onPress }: { onPress: () => void }) {
  return (
    <Button kind="quiet" label={t("common.close")} onPress={onPress}>
      <X aria-hidden size={16} />
    </Button>
  );
}
