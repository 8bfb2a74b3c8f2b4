import { X } from "lucide-react";
import { Button } from "./Button";

/** The cross in the corner of a dialog. */
export function Close({ onPress }: { onPress: () => void }) {
  return (
    <Button kind="quiet" label="Close" onPress={onPress}>
      <X aria-hidden size={16} />
    </Button>
  );
}
