import { say } from "..";
import ledger from "./ledger.json";

say({ ledger });
