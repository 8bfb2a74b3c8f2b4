import { say } from "..";
import arena from "./arena.json";

say({ arena });
