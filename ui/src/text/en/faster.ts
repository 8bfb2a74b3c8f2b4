import { say } from "..";
import faster from "./faster.json";

say({ faster });
