import { say } from "..";
import answer from "./answer.json";

say({ answer });
