import { say } from "..";
import answer from "./answerMore.json";

say({ answer });
