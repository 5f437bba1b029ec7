import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button } from '../../ui/button.tsx'
import type { AskedCode, Choice } from './asked-code.ts'

interface ChoiceListProps {
  codes: readonly AskedCode[]
  onChoose: (choice: Choice) => void
}

/** The codes of a photograph with their items, of which the person chooses one. */
export const ChoiceList = ({ codes, onChoose }: ChoiceListProps) => (
  <section className="flex flex-col gap-3">
    <h2 className="text-base font-semibold">
      <Trans>Which one do you want to look up?</Trans>
    </h2>
    {codes.map((code) => (
      <div key={code.digits} className="flex flex-col gap-2 rounded-lg border border-line bg-surface p-3">
        <CodeLine code={code} />
        <ul className="flex flex-col gap-1" aria-label={t`Items with the code ${code.digits}`}>
          {code.items.map((item) => (
            <li key={item.id}>
              <Button
                className="w-full justify-start! whitespace-normal!"
                onClick={() => onChoose({ code, item })}
              >
                {item.name || t`Item ${item.id}`}
              </Button>
            </li>
          ))}
          {code.items.length === 0 && (
            <li>
              <Button onClick={() => onChoose({ code })}>
                <Trans>New item with this code…</Trans>
              </Button>
            </li>
          )}
        </ul>
      </div>
    ))}
  </section>
)

/** A code with its kind, and whether it is that of a case. */
export function CodeLine({ code: { digits, format, items, isCase } }: { code: AskedCode }) {
  return (
    <p className="tabular text-xs text-ink-soft">
      {format === undefined ? digits : `${digits} (${format})`}
      {isCase && items.length > 0 && (
        <>
          {' · '}
          <Trans>the code of a case of this item</Trans>
        </>
      )}
      {items.length === 0 && (
        <>
          {' · '}
          <Trans>no item of the catalog has it</Trans>
        </>
      )}
    </p>
  )
}
