/**
 * Editing session of one item of a draft. The form shows the item's value; the XML is that value serialized,
 * or the text that a person typed, including errors. Either is checked after a short delay, and the problems
 * are assigned to the fields. Changes are saved automatically. A change made elsewhere is merged; for clashes
 * a person decides. Independent of React and of the transport.
 */
import { t } from '@lingui/core/macro'
import { changedFields, isSame } from '../../../../../src-shared/feeds/compare/field-changes.ts'
import { type Clash, mergeVersions } from '../../../../../src-shared/feeds/compare/merge-versions.ts'
import type { DraftItem, DraftProblem, LastChange } from '../../../../../src-shared/feeds/draft/model.ts'
import { checkFeed, checkItems } from '../../../../../src-shared/feeds/kinds/check-feed.ts'
import { type FeedKind, kinds } from '../../../../../src-shared/feeds/kinds/kinds.ts'
import { namespaceName } from '../../../../../src-shared/vocabulary/namespaces.ts'
import { createFormStore, type FormStore, withSlice } from '../../../../form/form-store.ts'
import { createProblemStore, type ProblemStore } from '../../../../form/problem-store.ts'
import { changeLabel } from '../form/field-changes.ts'
import { itemName } from '../items/item-name.ts'
import { createAutosave, type SaveState } from './autosave.ts'

type Value = DraftItem['value']

/** A change to save: the item's value, or its XML element as typed. */
export type ItemChange =
  | { do: 'item'; key: number; revision: number; value: Value }
  | { do: 'text'; key: number; revision: number; text: string }

/** The item was changed elsewhere while unsaved changes exist here. */
export interface ItemConflict {
  clashes: readonly Clash[]
  /** No field comparison is possible, because the typed XML cannot be parsed. */
  isEntireItem: boolean
  /** Who saved the other version, and when; absent if unknown. */
  changed?: LastChange | undefined
}

export interface ItemSession {
  readonly key: number
  /** Name of the item in the catalog; '' if it has none. */
  readonly called: string
  store: FormStore
  problems: ProblemStore
  saveState(): SaveState
  /** The item's XML element, as typed or serialized. */
  text(): string
  /** Whether the typed XML cannot be parsed. The form then shows the last valid value. */
  isUnreadable(): boolean
  /** Whether all checks of the current content are complete. */
  isChecked(): boolean
  editText(text: string): void
  /** Receives the item as currently stored. It is shown if nothing is unsaved here. */
  receive(item: DraftItem): void
  conflict(): ItemConflict | undefined
  /**
   * Resolves a conflict. Clashing fields in `mine` (`keys.join('/')`) keep the value of this session; all
   * others take the stored value.
   */
  settleConflict(mine: ReadonlySet<string>): Promise<boolean>
  /** Adds line numbers in the XML to the problems. */
  locate(): void
  /** Checks and saves pending changes immediately. Resolves to true if everything is saved. */
  flush(): Promise<boolean>
  /** Called after every change of text, save state, problems or conflict. */
  subscribe(listener: () => void): () => void
}

/** Unsaved content, with the stored item that it is based on. */
export interface UnsavedItem {
  item: DraftItem
  content: Value | string
}

interface ItemSessionOptions {
  kind: FeedKind
  item: DraftItem
  /** Unsaved content from before a page reload. */
  unsaved?: UnsavedItem | undefined
  /** Stores unsaved content for a reload; called with undefined when everything is saved. */
  keepUnsaved?: ((unsaved: UnsavedItem | undefined) => void) | undefined
  namespaceBase: string | undefined
  /** Saves a change with an undo label. Resolves to the stored item. */
  save(label: string, change: ItemChange): Promise<DraftItem>
  /** Loads the item as currently stored. */
  load(): Promise<DraftItem>
  /** Whether a save was rejected because the item has changed since. */
  isStale(error: unknown): boolean
  /** Milliseconds without a change before the value is checked (`quiet`) and saved (`quietBeforeSave`). */
  quiet?: number
  quietBeforeSave?: number
}

const isSameProblem = (one: DraftProblem, other: DraftProblem) =>
  one.code === other.code && one.path === other.path

export function createItemSession({
  kind,
  item: current,
  unsaved,
  keepUnsaved,
  namespaceBase,
  save,
  load,
  isStale,
  quiet = 120,
  quietBeforeSave,
}: ItemSessionOptions): ItemSession {
  const { payload } = kinds[kind]
  const group = payload.item
  const item = unsaved?.item ?? current
  const { key } = item
  /** The stored item as last known to this session. */
  let stored = item
  /** The text that a person typed; undefined if the XML is the serialized value. */
  let typed: string | undefined = item.text
  let unreadable = false
  let localProblems: readonly DraftProblem[] = []
  let conflict: (ItemConflict & { theirs: DraftItem; merged: unknown }) | undefined
  /** Resolves when the merge with changes made elsewhere has finished. */
  let merging: Promise<void> | undefined
  let checkTimer: ReturnType<typeof setTimeout> | undefined
  const listeners = new Set<() => void>()
  const store = createFormStore({ item: [item.value] })
  const problems = createProblemStore()

  const publish = () => {
    for (const listener of listeners) listener()
  }
  const value = () => store.at(['item', 0]) as Value
  const publishProblems = () => {
    const merged = localProblems.map((problem) => {
      const known = stored.problems.find((other) => isSameProblem(other, problem))
      return known ? { ...problem, suggestion: known.suggestion, feed: known.feed } : problem
    })
    problems.replace([
      ...merged,
      ...stored.problems.filter((other) => !localProblems.some((one) => isSameProblem(one, other))),
    ])
    publish()
  }
  const serialize = () => payload.writeItem(value())
  /** A feed with the text as its only item. Line numbers are the same as in the text. */
  const asFeed = (text: string) => {
    const { root, namespace } = payload.document
    return `<${root} xmlns="${namespaceName(namespace, namespaceBase)}">${text}</${root}>`
  }
  const checkText = (text: string): Value | undefined => {
    const { items, problems: found } = checkFeed(kind, asFeed(text), { namespaceBase })
    localProblems = found
    return items?.length === 1 ? items[0] : undefined
  }
  /** Parses the typed text into the form. */
  const read = () => {
    clearTimeout(checkTimer)
    if (typed === undefined) return
    const read = checkText(typed)
    unreadable = read === undefined
    if (read) store.replace({ item: [read] })
    publishProblems()
  }
  const check = () => {
    clearTimeout(checkTimer)
    if (typed !== undefined) return read()
    unreadable = false
    localProblems = checkItems(kind, [value()])
    publishProblems()
  }
  const show = (next: DraftItem) => {
    const isOther = !isSame(next.value, value()) || next.text !== typed
    stored = next
    if (!isOther) return publishProblems()
    typed = next.text
    store.replace({ item: [next.value] })
    check()
  }

  const autosave = createAutosave<Value | string>({
    quiet: quietBeforeSave,
    isConflict: isStale,
    save: async (content) => {
      const before = stored
      const at = { key, revision: before.revision }
      const name = nameOf(content, before)
      const answer =
        typeof content === 'string'
          ? await save(t`XML of ${name}`, { do: 'text', ...at, text: content })
          : await save(
              changeLabel(changedFields(group, before.value, content), name, {
                before: before.value,
                after: content,
              }),
              {
                do: 'item',
                ...at,
                value: content,
              },
            )
      stored = answer
      publishProblems()
    },
  })
  const nameOf = (content: Value | string, { value: storedValue, called, position }: DraftItem): string => {
    const named = typeof content === 'string' ? storedValue : content
    return itemName({ ...titleAndCode(named, called), position })
  }
  const mergeTheirs = async () => {
    if (autosave.state().kind !== 'conflict' || conflict) return
    const theirs = await load()
    if (unreadable) {
      conflict = { clashes: [], isEntireItem: true, theirs, changed: theirs.changed, merged: theirs.value }
      return publish()
    }
    const { merged, clashes } = mergeVersions(group, {
      base: stored.value,
      mine: value(),
      theirs: theirs.value,
    })
    if (clashes.length > 0) {
      conflict = { clashes, isEntireItem: false, theirs, changed: theirs.changed, merged }
      return publish()
    }
    await continueFrom(theirs, merged)
  }
  /** Continues the session with the merged value, based on the version stored elsewhere. */
  const continueFrom = (theirs: DraftItem, merged: unknown): Promise<boolean> => {
    conflict = undefined
    stored = theirs
    typed = undefined
    store.replace({ item: [merged] })
    check()
    if (isSame(merged, theirs.value)) {
      typed = theirs.text
      autosave.adopt()
      return Promise.resolve(true)
    }
    return autosave.overwrite(merged as Value)
  }

  const storeUnsaved = () => {
    if (autosave.state().kind === 'saved') keepUnsaved?.(undefined)
    else keepUnsaved?.({ item: stored, content: typed ?? value() })
  }

  check()
  autosave.subscribe(() => {
    storeUnsaved()
    publish()
    // If `load` fails, the conflict remains and is handled at the next save.
    if (autosave.state().kind === 'conflict') merging = mergeTheirs().catch(() => publish())
  })
  store.onEdit(() => {
    typed = undefined
    clearTimeout(checkTimer)
    checkTimer = setTimeout(check, quiet)
    autosave.change(value())
    storeUnsaved()
  })
  const editText = (text: string) => {
    typed = text
    clearTimeout(checkTimer)
    checkTimer = setTimeout(read, quiet * 2)
    autosave.change(text)
    storeUnsaved()
    publish()
  }
  if (typeof unsaved?.content === 'string') editText(unsaved.content)
  else if (unsaved) {
    typed = undefined
    store.replace({ item: [unsaved.content] })
    check()
    autosave.change(unsaved.content)
  }

  return {
    key,
    called: item.called ?? '',
    store,
    problems,
    saveState: autosave.state,
    text: () => typed ?? serialize(),
    isUnreadable: () => unreadable,
    isChecked: () => stored.isChecked && autosave.state().kind === 'saved',
    editText,
    receive: (next) => {
      if (next.key !== key || next.revision < stored.revision) return
      if (next.revision === stored.revision && isSame(next.value, stored.value)) {
        stored = next
        publishProblems()
      } else if (autosave.state().kind === 'saved') show(next)
    },
    conflict: () => conflict,
    settleConflict: (mine) => {
      if (!conflict) return Promise.resolve(true)
      const { theirs, clashes, isEntireItem } = conflict
      if (isEntireItem && mine.size > 0 && typed !== undefined) {
        conflict = undefined
        stored = theirs
        return autosave.overwrite(typed)
      }
      const merged = clashes
        .filter(({ keys }) => mine.has(keys.join('/')))
        .reduce<unknown>((whole, clash) => withSlice(whole, clash.keys, clash.mine), conflict.merged)
      return continueFrom(theirs, merged)
    },
    locate: () => {
      if (typed !== undefined) return
      clearTimeout(checkTimer)
      checkText(serialize())
      publishProblems()
    },
    flush: async () => {
      check()
      if (await autosave.flush()) return true
      await merging
      return autosave.state().kind === 'saved'
    },
    subscribe: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

/**
 * Title and code that identify an item. The title is its e-commerce title, else its name in the catalog,
 * because an update has no title. The code is its first product code, or its identifier in a Content+ feed.
 */
export function titleAndCode(value: Value, called = ''): { title: string; code: string } {
  if ('retailer' in value || 'id' in value)
    return { title: called, code: 'id' in value && typeof value.id === 'string' ? value.id : '' }
  const { ecommerceTitle, productCodes } = value
  return { title: ecommerceTitle?.trim() || called, code: productCodes?.[0]?.text ?? '' }
}
