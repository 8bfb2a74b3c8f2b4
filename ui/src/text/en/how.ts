import { say } from "..";
import how from "./how.json";

say({ how });
