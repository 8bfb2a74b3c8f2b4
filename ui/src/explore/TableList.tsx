// All tables, found by their names, columns and descriptions; only what is seen is drawn.
import { CircleAlert, Search, X } from "lucide-react";
import type { RefObject } from "react";
import {
  Button,
  Collection,
  Input,
  ListBox,
  ListBoxItem,
  ListBoxLoadMoreItem,
  ListLayout,
  SearchField,
  Virtualizer,
} from "react-aria-components";
import type { TableCard } from "../contract";
import { aboutRows, rowCount } from "../format/cell";
import { kindOf } from "../sidebar/kinds";
import { t } from "../text";
import { ProblemView } from "../ui/ProblemView";
import { Skeleton } from "../ui/Skeleton";
import type { Tables } from "./useTables";
import "../text/en/exploreMore";

interface Props {
  tables: Tables;
  words: string;
  onWords(words: string): void;
  current: string | null;
  onChoose(table: string): void;
  search: RefObject<HTMLInputElement | null>;
}

const ROW = 54;

export function TableList({ tables, words, onWords, current, onChoose, search }: Props) {
  const { load } = tables;
  return (
    <div className="table-list">
      <SearchField className="search" aria-label={t("explore.list.search")} value={words} onChange={onWords}>
        <Search aria-hidden size={14} />
        <Input
          ref={search}
          className="search-input"
          placeholder={t("explore.list.searchIn")}
          data-testid="explore-search"
        />
        {words !== "" && (
          <Button className="search-clear">
            <X aria-hidden size={13} />
          </Button>
        )}
      </SearchField>
      {load.is === "failed" && (
        <div className="pane-pad">
          <ProblemView compact problem={load.problem} onRetry={tables.again} />
        </div>
      )}
      {(load.is === "loading" || load.is === "idle") && (
        <div className="pane-pad">
          <Skeleton lines={9} label={t("explore.list.reading")} />
        </div>
      )}
      {load.is === "ready" && (
        <>
          <p className="table-list-count" role="status" data-testid="table-count">
            {tables.searched === ""
              ? t("common.tables", { count: load.value.total })
              : load.value.total === 0
                ? t("explore.list.none", { words: tables.searched })
                : t("explore.list.found", {
                    tables: t("common.tables", { count: load.value.total }),
                    words: tables.searched,
                  })}
          </p>
          {load.value.total > 0 && (
            <Virtualizer layout={ListLayout} layoutOptions={{ rowSize: ROW, loaderSize: 30 }}>
              <ListBox
                className="table-rows"
                aria-label={t("explore.list.name")}
                selectionMode="single"
                selectedKeys={current === null ? [] : [current]}
                disallowEmptySelection
                onSelectionChange={(keys) => {
                  const [key] = keys === "all" ? [] : keys;
                  if (key !== undefined) onChoose(String(key));
                }}
              >
                <Collection items={load.value.tables.map((card) => ({ id: card.name, card }))}>
                  {({ card }) => <Row card={card} />}
                </Collection>
                {load.value.tables.length < load.value.total && (
                  <ListBoxLoadMoreItem onLoadMore={tables.more} className="table-more">
                    {t("explore.list.more")}
                  </ListBoxLoadMoreItem>
                )}
              </ListBox>
            </Virtualizer>
          )}
        </>
      )}
    </div>
  );
}

function Row({ card }: { card: TableCard }) {
  const { Icon, says } = kindOf(card);
  return (
    <ListBoxItem
      id={card.name}
      textValue={card.name}
      className="table-row"
      data-testid={`table-${card.name}`}
    >
      <span className="table-row-head">
        <Icon aria-label={says} size={14} className="table-row-icon" />
        <span className="table-row-name" dir="auto" title={card.name}>
          {card.name}
        </span>
        {card.rows && (
          <span className="table-row-rows" title={aboutRows(card.rows)}>
            {rowCount(card.rows)}
          </span>
        )}
      </span>
      {card.unread !== null ? (
        <span className="table-row-says bad">
          <CircleAlert aria-hidden size={12} /> {t("explore.list.unread")}
        </span>
      ) : card.found.length > 0 ? (
        <span className="table-row-says found" dir="auto">
          {card.found.length >= 10
            ? t("explore.list.foundMore", { names: card.found.join(", "), of: card.columns })
            : card.found.join(", ")}
        </span>
      ) : (
        <span className="table-row-says" dir="auto">
          {card.short || t("common.columns", { count: card.columns })}
        </span>
      )}
    </ListBoxItem>
  );
}
