// A side panel of a narrow window: it lies over the page until it is closed.
import type { ReactNode } from "react";
import { Dialog, Modal, ModalOverlay } from "react-aria-components";

export function Drawer(props: {
  side: "left" | "right";
  label: string;
  onClose: () => void;
  children: ReactNode;
}) {
  return (
    <ModalOverlay
      isOpen
      isDismissable
      onOpenChange={(open) => !open && props.onClose()}
      className="veil drawer-veil"
    >
      <Modal className={`drawer ${props.side}`}>
        <Dialog className="drawer-dialog" aria-label={props.label}>
          {props.children}
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}
