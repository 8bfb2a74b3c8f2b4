import { say } from "..";
import ask from "./ask.json";

say({ ask });
