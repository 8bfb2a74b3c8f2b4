import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { App } from "./app/App";
import { connect } from "./backend";
import { asProblem } from "./backend/backend";
import { followKeys } from "./ui/keys";
import { ProblemView } from "./ui/ProblemView";
import "./styles/index.css";

followKeys();
const place = document.getElementById("root");
if (place) {
  const root = createRoot(place);
  connect().then(
    (backend) =>
      root.render(
        <StrictMode>
          <App backend={backend} />
        </StrictMode>,
      ),
    (error: unknown) =>
      root.render(
        <main className="main-body centred alone">
          <ProblemView problem={asProblem(error)} />
        </main>,
      ),
  );
}
