import { say } from "..";
import prepare from "./prepare.json";

say({ prepare });
