import { say } from "..";
import health from "./health.json";

say({ health });
