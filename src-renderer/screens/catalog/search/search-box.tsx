import { t } from '@lingui/core/macro'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import clsx from 'clsx'
import { Bookmark, Clock } from 'lucide-react'
import {
  type KeyboardEvent,
  type RefObject,
  startTransition,
  useEffect,
  useId,
  useOptimistic,
  useState,
} from 'react'
import { flushSync } from 'react-dom'
import type { CatalogChoices } from '../../../../src-shared/catalog/screen.ts'
import { rpc } from '../../../rpc/client.ts'
import { SearchField } from '../../../ui/inputs/field.tsx'
import { Kbd } from '../../../ui/text/keys.tsx'
import { useDebounced } from '../../../ui/use-debounced.ts'
import { SaveSearch } from './saved-searches.tsx'
import { SearchHelp } from './search-help.tsx'

interface SearchBoxProps {
  field: RefObject<HTMLInputElement | null>
  text: string
  onTextChange: (text: string) => void
  /** Moves the focus to the list: on Enter, on Down, or on Escape in an empty field. */
  onLeave: (text: string) => void
  choices: Pick<CatalogChoices, 'recent' | 'saved'>
  /** Query string of the page's URL: search, filters and order. A saved search stores it. */
  address: string
  onAddress: (address: string) => void
}

/** Debounce of completions, in milliseconds, so that the rows are requested first. */
const completionDelay = 40

/** An entry of the list under the field. */
interface Suggestion {
  key: string
  group: string
  label: string
  detail?: string | undefined
  apply: () => void
}

/**
 * Search field of the catalog. Searches on each keystroke, completes words and lists saved and recent
 * searches.
 */
export function SearchBox(props: SearchBoxProps) {
  'use memo'
  const { field, choices, address, onAddress } = props
  // The keystroke is drawn immediately; the screen follows in a transition that the next keystroke can
  // interrupt.
  const [text, drawText] = useOptimistic(props.text)
  const onTextChange = (next: string) =>
    startTransition(() => {
      drawText(next)
      props.onTextChange(next)
    })
  const onLeave = () => {
    // Commits the current text first, so that the list shows results for it and not for the text before the
    // last keystroke.
    if (text !== props.text) flushSync(() => props.onTextChange(text))
    props.onLeave(text)
  }
  const listId = useId()
  const [caret, setCaret] = useState(0)
  const [isFocused, setFocused] = useState(false)
  /** Whether the list is closed. Typing opens it, and so does focusing or clicking the empty field. */
  const [isClosed, setClosed] = useState(true)
  const [at, setAt] = useState(-1)
  const limitedText = text.slice(0, 500)
  const input = { text: limitedText, at: Math.min(caret, limitedText.length) }
  const settled = useDebounced(input, completionDelay)
  const isSettled = settled.text === input.text && settled.at === input.at
  const completion = useQuery(
    rpc.catalog.complete.queryOptions({
      input,
      enabled: isSettled && isFocused && !isClosed && text !== '',
      placeholderData: keepPreviousData,
      retry: false,
    }),
  )
  const {
    from = 0,
    to = 0,
    options = [],
  } = (text !== '' && isSettled && !completion.isPlaceholderData && completion.data) || {}

  const insert = (words: string) => {
    const head = text.slice(0, from) + words
    // Synchronous, so that the next keystroke is inserted at the new caret position.
    flushSync(() => {
      onTextChange(head + text.slice(to))
      setCaret(head.length)
      setAt(-1)
      // After a field name its values are suggested.
      setClosed(!words.endsWith(':'))
    })
    field.current?.setSelectionRange(head.length, head.length)
  }
  const suggestions: Suggestion[] =
    text !== ''
      ? options.map(({ insert: words, label, detail }) => ({
          key: `${words} ${label}`,
          group: t({ message: 'Completions', context: 'of the word that is being typed' }),
          label,
          detail,
          apply: () => insert(words),
        }))
      : [
          ...choices.saved.slice(0, 8).map(({ name, address: kept }) => ({
            key: `saved ${name}`,
            group: t`Saved searches`,
            label: name,
            apply: () => {
              onAddress(kept)
              setClosed(true)
            },
          })),
          ...choices.recent.slice(0, 6).map((recent) => ({
            key: `recent ${recent}`,
            group: t`Recent searches`,
            label: recent,
            apply: () => {
              onTextChange(recent)
              setClosed(true)
            },
          })),
        ]
  const isOpen = isFocused && !isClosed && suggestions.length > 0
  const chosen = isOpen ? suggestions[at] : undefined

  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing || event.ctrlKey || event.metaKey || event.altKey) return
    if (isOpen && (event.key === 'ArrowDown' || event.key === 'ArrowUp')) {
      const step = event.key === 'ArrowDown' ? 1 : -1
      // Cycles through -1 (the text field) and the indexes of the suggestions.
      setAt((before) => ((before + step + suggestions.length + 2) % (suggestions.length + 1)) - 1)
    } else if (chosen && (event.key === 'Enter' || event.key === 'Tab')) chosen.apply()
    else if (event.key === 'ArrowDown' || event.key === 'Enter') {
      setClosed(true)
      onLeave()
    } else if (event.key === 'Escape') {
      if (isOpen) setClosed(true)
      else if (text !== '') onTextChange('')
      else onLeave()
    } else return
    event.preventDefault()
  }

  // Keeps the active option scrolled into view.
  const optionId = (index: number) => `${listId}-${index}`
  useEffect(() => {
    if (at >= 0) document.getElementById(`${listId}-${at}`)?.scrollIntoView({ block: 'nearest' })
  }, [at, listId])

  return (
    <div className="relative flex max-w-2xl min-w-40 flex-1 items-center gap-1">
      <SearchField
        ref={field}
        label={t`Search the catalog`}
        placeholder={t`Name, brand, code, or brand:oatlark kcal<100`}
        role="combobox"
        aria-expanded={isOpen}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={chosen ? optionId(at) : undefined}
        aria-keyshortcuts="/ Control+F Meta+F"
        hint={<Kbd keys={['/']} />}
        value={text}
        onValueChange={(next) => {
          setCaret(field.current?.selectionStart ?? next.length)
          setAt(-1)
          setClosed(false)
          onTextChange(next)
        }}
        onSelect={({ currentTarget }) => setCaret(currentTarget.selectionStart ?? 0)}
        onClick={() => setClosed(text !== '')}
        onFocus={() => {
          setFocused(true)
          setAt(-1)
          setClosed(text !== '')
        }}
        onBlur={() => setFocused(false)}
        onKeyDown={onKeyDown}
        className="flex-1"
      />
      <SearchHelp
        onTake={(query) => {
          onTextChange(query)
          field.current?.focus()
          setClosed(true)
        }}
      />
      <SaveSearch address={address} saved={choices.saved} proposed={text} onText={onTextChange} />
      <div
        className={clsx(
          'popup absolute top-full start-0 z-40 mt-1 max-h-80 w-full min-w-64 overflow-y-auto p-1',
          !isOpen && 'hidden',
        )}
      >
        <div
          id={listId}
          role="listbox"
          aria-label={t`Suggestions`}
          tabIndex={-1}
          // The field keeps the focus while a suggestion is clicked.
          onMouseDown={(event) => event.preventDefault()}
        >
          {suggestions.map((suggestion, index) => (
            <div key={suggestion.key}>
              {suggestion.group !== suggestions[index - 1]?.group && (
                <div aria-hidden className="px-2 pt-1.5 pb-1 text-2xs font-medium text-ink-faint">
                  {suggestion.group}
                </div>
              )}
              <SuggestionRow
                id={optionId(index)}
                suggestion={suggestion}
                isChosen={index === at}
                onPoint={() => setAt(index)}
              />
            </div>
          ))}
        </div>
      </div>
    </div>
  )
}

const suggestionIcons: Record<string, typeof Clock | undefined> = {
  [t`Saved searches`]: Bookmark,
  [t`Recent searches`]: Clock,
}

function SuggestionRow({
  id,
  suggestion: { group, label, detail, apply },
  isChosen,
  onPoint,
}: {
  id: string
  suggestion: Suggestion
  isChosen: boolean
  onPoint: () => void
}) {
  const Icon = suggestionIcons[group]
  return (
    // Keyboard events are handled by the field, whose aria-activedescendant names the option.
    // biome-ignore lint/a11y/useKeyWithClickEvents: see above
    <div
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isChosen}
      data-highlighted={isChosen || undefined}
      onClick={apply}
      onMouseMove={onPoint}
      className="flex min-h-7 cursor-default items-center gap-2 rounded-sm px-2 text-sm data-highlighted:bg-highlight"
    >
      {Icon && <Icon className="size-3.5 shrink-0 text-ink-faint" aria-hidden />}
      <span className="min-w-0 truncate">{label}</span>
      {detail && <span className="ms-auto shrink-0 text-xs text-ink-faint">{detail}</span>}
    </div>
  )
}
