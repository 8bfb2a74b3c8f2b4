import { say } from "..";
import diagram from "./diagram.json";

say({ diagram });
