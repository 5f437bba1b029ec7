import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useEffect, useRef, useState } from 'react'
import { SearchField } from '../../../ui/inputs/field.tsx'
import { hasOpenOverlay, Kbd } from '../../../ui/text/keys.tsx'
import { type FoundSetting, findSettings, showSetting } from './found-settings.ts'

/** Maximum number of settings in the list; a further word shortens it. */
const maxShown = 8

/** A field that finds a setting of the page and leads to it. The key `/` focuses it. */
export function SettingSearch() {
  const [typed, setTyped] = useState('')
  const [found, setFound] = useState<FoundSetting[]>([])
  const place = useRef<HTMLElement>(null)
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isTyping = event.target instanceof HTMLElement && event.target.closest('input, textarea, select')
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey) return
      if (isTyping || hasOpenOverlay()) return
      event.preventDefault()
      place.current?.querySelector('input')?.focus()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
  const search = (text: string) => {
    const root = place.current?.parentElement
    setTyped(text)
    setFound(root ? findSettings(root, text) : [])
  }
  const isAsked = typed.trim() !== ''
  const show = (index: number) => {
    const setting = found[index]
    if (setting) showSetting(setting)
  }
  return (
    <search ref={place} aria-label={t`Settings`} className="flex flex-col gap-2">
      <SearchField
        label={t`Search the settings`}
        placeholder={t`Search the settings`}
        hint={<Kbd keys={['/']} />}
        value={typed}
        onValueChange={search}
        onKeyDown={(event) => {
          if (event.key === 'Enter') show(0)
          if (event.key === 'Escape') search('')
        }}
      />
      <p role="status" className="sr-only">
        {isAsked && plural(found.length, { one: '# setting found', other: '# settings found' })}
      </p>
      {isAsked && found.length === 0 && (
        <p className="text-sm text-ink-faint">
          <Trans>No setting has these words. Try another word, or fewer.</Trans>
        </p>
      )}
      {found.length > 0 && (
        <ul
          aria-label={t`Settings found`}
          className="flex flex-col rounded-lg border border-line bg-surface py-1"
        >
          {found.slice(0, maxShown).map(({ label, section }, index) => (
            <li key={`${section} ${label}`}>
              <button
                type="button"
                className="flex w-full flex-wrap items-baseline gap-x-2 px-4 py-1.5 text-start text-sm hover:bg-hover"
                onClick={() => show(index)}
              >
                <span>{label}</span>
                {section !== label && <span className="text-xs text-ink-faint">{section}</span>}
              </button>
            </li>
          ))}
        </ul>
      )}
    </search>
  )
}
