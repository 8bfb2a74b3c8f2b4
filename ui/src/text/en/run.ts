import { say } from "..";
import run from "./run.json";

say({ run });
