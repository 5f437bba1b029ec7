import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Fragment } from 'react'
import {
  type AllergenId,
  allergenLaw,
  allergenName,
  allergensIn,
  findAllergens,
} from '../../../src-shared/allergens/find-allergens.ts'
import { Section } from '../../ui/layout/panel.tsx'
import { CopyField } from '../../ui/text/copy-field.tsx'

/** A list of ingredients with highlighted allergen words, and the allergens listed below. */
export function Ingredients({ text }: { text: string }) {
  const named = allergensIn(text)
  return (
    <Section
      title={t`Ingredients`}
      className="group/copy"
      actions={<CopyField label={t`Ingredients`} copied={text} />}
    >
      <p dir="auto" className="max-w-[72ch] text-sm whitespace-pre-line">
        <MarkedText text={text} />
      </p>
      <AllergenList named={named} />
    </Section>
  )
}

function MarkedText({ text }: { text: string }) {
  const marks = findAllergens(text)
  return (
    <>
      {marks.map(({ id, start, end }, index) => (
        <Fragment key={start}>
          {text.slice(marks[index - 1]?.end ?? 0, start)}
          <mark
            title={allergenName(id)}
            className="rounded-xs bg-warn-wash px-0.5 font-semibold text-ink forced-colors:bg-[Mark] forced-colors:text-[MarkText] forced-colors:forced-color-adjust-none"
          >
            {text.slice(start, end)}
          </mark>
        </Fragment>
      ))}
      {text.slice(marks.at(-1)?.end ?? 0)}
    </>
  )
}

function AllergenList({ named }: { named: readonly AllergenId[] }) {
  return (
    <div className="mt-2 flex flex-col gap-1">
      {named.length > 0 && (
        <ul aria-label={t`Allergens found`} className="flex flex-wrap gap-1.5">
          {named.map((id) => (
            <li
              key={id}
              title={t`Must be declared on labels in the ${allergenLaw(id)}`}
              className="rounded-full border border-line-strong px-2 py-0.5 text-xs font-medium"
            >
              {allergenName(id)}
            </li>
          ))}
        </ul>
      )}
      <p className="text-xs text-ink-faint">
        <Trans>
          {named.length === 0 ? t`No allergens found. ` : ''}
          Detected from words in this text, including “may contain”. Always check the package.
        </Trans>
      </p>
    </div>
  )
}
