/**
 * One item of a draft being edited. The form is a view of the item's value; the XML is that value written out, or what
 * someone typed, mistakes and all. Either is judged a moment later, and the problems go to the fields. It is saved by
 * itself; when the same item was changed elsewhere meanwhile, the two are put together, and where they clash a person
 * decides. Knows nothing of React or of the transport.
 */
import { t } from '@lingui/core/macro'
import { changedFields, isSame } from '../../../../../src-shared/feeds/draft/field-changes.ts'
import type { DraftItem, DraftProblem } from '../../../../../src-shared/feeds/draft/model.ts'
import { checkFeed, checkItems } from '../../../../../src-shared/feeds/kinds/check-feed.ts'
import { type FeedKind, kinds } from '../../../../../src-shared/feeds/kinds/kinds.ts'
import { namespaceName } from '../../../../../src-shared/vocabulary/namespaces.ts'
import { createFormStore, type FormStore, withSlice } from '../../../../form/form-store.ts'
import { createProblemStore, type ProblemStore } from '../../../../form/problem-store.ts'
import { type Clash, changeLabel, mergeVersions } from '../form/field-changes.ts'
import { itemName } from '../items/item-name.ts'
import { createAutosave, type SaveState } from './autosave.ts'

type Value = DraftItem['value']

/** What is saved of an item: its value, or its element as typed. */
export type ItemChange =
  | { do: 'item'; key: number; revision: number; value: Value }
  | { do: 'text'; key: number; revision: number; text: string }

/** The item was changed elsewhere, and what is here is not saved. */
export interface ItemConflict {
  clashes: readonly Clash[]
  /** Nothing can be compared field by field, as what was typed here cannot be read. */
  isWhole: boolean
}

export interface ItemSession {
  readonly key: number
  /** What the catalog calls the item; '' where it is in none. */
  readonly called: string
  store: FormStore
  problems: ProblemStore
  saveState(): SaveState
  /** The item's element, as typed or as it would be written. */
  text(): string
  /** Whether what was typed cannot be read, so that the form shows what the item was before. */
  isUnreadable(): boolean
  /** Whether every check of what is shown is in. */
  isChecked(): boolean
  editText(text: string): void
  /** The item as it is kept now: shown when nothing is unsaved here. */
  receive(item: DraftItem): void
  conflict(): ItemConflict | undefined
  /** Settles a conflict: of the fields that clash those named (by `keys.join('/')`) as they are here; all else as elsewhere. */
  settleConflict(mine: ReadonlySet<string>): Promise<boolean>
  /** Problems get their lines in the text. */
  locate(): void
  /** Judges and saves at once what is not yet. Resolves to true when everything is saved. */
  flush(): Promise<boolean>
  /** After every change of text, state, problems or conflict. */
  subscribe(listener: () => void): () => void
}

/** What was typed and is not saved, with the item that it changes as that was kept then. */
export interface UnsavedItem {
  item: DraftItem
  content: Value | string
}

interface ItemSessionOptions {
  kind: FeedKind
  item: DraftItem
  /** Typed before the page was loaded again, and not saved then. */
  unsaved?: UnsavedItem | undefined
  /** Keeps what is not saved, for a reload; undefined when everything is. */
  keepUnsaved?: ((unsaved: UnsavedItem | undefined) => void) | undefined
  namespaceBase: string | undefined
  /** Sends a change, called `label`; answers with the item as it is kept then. */
  save(label: string, change: ItemChange): Promise<DraftItem>
  /** The item as it is kept now. */
  load(): Promise<DraftItem>
  /** Whether a save was refused as the item was changed since. */
  isStale(error: unknown): boolean
  /** Milliseconds of quiet before the value is judged, and before it is saved. */
  quiet?: number
  quietBeforeSave?: number
}

const same = (one: DraftProblem, other: DraftProblem) => one.code === other.code && one.path === other.path

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
  /** The item as it was kept last, as far as this window knows. */
  let kept = item
  /** What someone typed, as long as it is not what the form would write. */
  let typed: string | undefined = item.text
  let unreadable = false
  let local: readonly DraftProblem[] = []
  let conflict: (ItemConflict & { theirs: DraftItem; merged: unknown }) | undefined
  /** What was changed elsewhere is being put together with what is here. */
  let meeting: Promise<void> | undefined
  let judgeTimer: ReturnType<typeof setTimeout> | undefined
  const listeners = new Set<() => void>()
  const store = createFormStore({ item: [item.value] })
  const problems = createProblemStore()

  const publish = () => {
    for (const listener of listeners) listener()
  }
  const value = () => store.at(['item', 0]) as Value
  const publishProblems = () => {
    const known = local.map((problem) => {
      const suggestion = kept.problems.find((other) => same(other, problem))?.suggestion
      return suggestion ? { ...problem, suggestion } : problem
    })
    problems.replace([...known, ...kept.problems.filter((other) => !local.some((one) => same(one, other)))])
    publish()
  }
  const written = () => payload.writeItem(value())
  /** A feed with the text as its one item; its lines are those of the text. */
  const asFeed = (text: string) => {
    const { root, namespace } = payload.document
    return `<${root} xmlns="${namespaceName(namespace, namespaceBase)}">${text}</${root}>`
  }
  const judgeText = (text: string): Value | undefined => {
    const { items, problems: found } = checkFeed(kind, asFeed(text), { namespaceBase })
    local = found
    return items?.length === 1 ? items[0] : undefined
  }
  /** From the text someone typed to the form. */
  const read = () => {
    clearTimeout(judgeTimer)
    if (typed === undefined) return
    const read = judgeText(typed)
    unreadable = read === undefined
    if (read) store.replace({ item: [read] })
    publishProblems()
  }
  const judge = () => {
    clearTimeout(judgeTimer)
    if (typed !== undefined) return read()
    unreadable = false
    local = checkItems(kind, [value()])
    publishProblems()
  }
  const show = (next: DraftItem) => {
    const isOther = !isSame(next.value, value()) || next.text !== typed
    kept = next
    if (!isOther) return publishProblems()
    typed = next.text
    store.replace({ item: [next.value] })
    judge()
  }

  const autosave = createAutosave<Value | string>({
    quiet: quietBeforeSave,
    isConflict: isStale,
    save: async (content) => {
      const before = kept
      const at = { key, revision: before.revision }
      const name = nameOf(content, before)
      const answer =
        typeof content === 'string'
          ? await save(t`XML of ${name}`, { do: 'text', ...at, text: content })
          : await save(changeLabel(changedFields(group, before.value, content), name), {
              do: 'item',
              ...at,
              value: content,
            })
      kept = answer
      publishProblems()
    },
  })
  const nameOf = (content: Value | string, { value: former, called, position }: DraftItem): string => {
    const named = typeof content === 'string' ? former : content
    return itemName({ ...titleAndCode(named, called), position })
  }
  const meet = async () => {
    if (autosave.state().kind !== 'conflict' || conflict) return
    const theirs = await load()
    if (unreadable) {
      conflict = { clashes: [], isWhole: true, theirs, merged: theirs.value }
      return publish()
    }
    const { merged, clashes } = mergeVersions(group, {
      base: kept.value,
      mine: value(),
      theirs: theirs.value,
    })
    if (clashes.length > 0) {
      conflict = { clashes, isWhole: false, theirs, merged }
      return publish()
    }
    await goOnWith(theirs, merged)
  }
  /** What is here now began from what is kept elsewhere. */
  const goOnWith = (theirs: DraftItem, merged: unknown): Promise<boolean> => {
    conflict = undefined
    kept = theirs
    typed = undefined
    store.replace({ item: [merged] })
    judge()
    if (isSame(merged, theirs.value)) {
      typed = theirs.text
      autosave.adopt()
      return Promise.resolve(true)
    }
    return autosave.overwrite(merged as Value)
  }

  const keepContent = () => {
    if (autosave.state().kind === 'saved') keepUnsaved?.(undefined)
    else keepUnsaved?.({ item: kept, content: typed ?? value() })
  }

  judge()
  autosave.subscribe(() => {
    keepContent()
    publish()
    // Without an answer the conflict stands, and is met at the next save.
    if (autosave.state().kind === 'conflict') meeting = meet().catch(() => publish())
  })
  store.onEdit(() => {
    typed = undefined
    clearTimeout(judgeTimer)
    judgeTimer = setTimeout(judge, quiet)
    autosave.change(value())
    keepContent()
  })
  const editText = (text: string) => {
    typed = text
    clearTimeout(judgeTimer)
    judgeTimer = setTimeout(read, quiet * 2)
    autosave.change(text)
    keepContent()
    publish()
  }
  if (typeof unsaved?.content === 'string') editText(unsaved.content)
  else if (unsaved) {
    typed = undefined
    store.replace({ item: [unsaved.content] })
    judge()
    autosave.change(unsaved.content)
  }

  return {
    key,
    called: item.called ?? '',
    store,
    problems,
    saveState: autosave.state,
    text: () => typed ?? written(),
    isUnreadable: () => unreadable,
    isChecked: () => kept.isChecked && autosave.state().kind === 'saved',
    editText,
    receive: (next) => {
      if (next.key !== key || next.revision < kept.revision) return
      if (next.revision === kept.revision && isSame(next.value, kept.value)) {
        kept = next
        publishProblems()
      } else if (autosave.state().kind === 'saved') show(next)
    },
    conflict: () => conflict,
    settleConflict: (mine) => {
      if (!conflict) return Promise.resolve(true)
      const { theirs, clashes, isWhole } = conflict
      if (isWhole && mine.size > 0 && typed !== undefined) {
        conflict = undefined
        kept = theirs
        return autosave.overwrite(typed)
      }
      const merged = clashes
        .filter(({ keys }) => mine.has(keys.join('/')))
        .reduce<unknown>((whole, clash) => withSlice(whole, clash.keys, clash.mine), conflict.merged)
      return goOnWith(theirs, merged)
    },
    locate: () => {
      if (typed !== undefined) return
      clearTimeout(judgeTimer)
      judgeText(written())
      publishProblems()
    },
    flush: async () => {
      judge()
      if (await autosave.flush()) return true
      await meeting
      return autosave.state().kind === 'saved'
    },
    subscribe: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

/**
 * What an item is called by: its e-commerce title, else what the catalog calls it, as an update has no title; and its
 * first code, or its identifier in a Content+ feed.
 */
export function titleAndCode(value: Value, called = ''): { title: string; code: string } {
  if ('retailer' in value || 'id' in value)
    return { title: called, code: 'id' in value && typeof value.id === 'string' ? value.id : '' }
  const { ecommerceTitle, productCodes } = value
  return { title: ecommerceTitle?.trim() || called, code: productCodes?.[0]?.text ?? '' }
}
