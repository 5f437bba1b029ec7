import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { isEmptyWord } from '../../../src-shared/catalog/empty-word.ts'
import { isGtinType, isValidGtin } from '../../../src-shared/values/gtin.ts'
import type { Item } from '../../../src-shared/vocabulary/elements/item.ts'
import { Term } from '../../ui/overlays/term.tsx'
import { CopyField } from '../../ui/text/copy-field.tsx'
import { countryName, dateOnly } from '../../ui/text/words.ts'
import { hasContent, measureText } from './field-text.ts'

/** Key facts: size, package, category, origin and last update, with a warning for invalid GTINs. */
export function KeyFacts({ item }: { item: Item }) {
  const { packageData: pack, products = [] } = item
  const origins = [...new Set(products.map((one) => one.countryOfOrigin?.trim()).filter((code) => !!code))]
  const facts: [label: string, value: string | undefined][] = [
    [t`Net content`, measureText(pack?.netWeight) ?? measureText(pack?.packageSize)],
    [t`Package`, [pack?.packageType?.text, unitsText(pack?.unitsInPackage)].filter(Boolean).join(', ')],
    [
      t`Category`,
      item.categories
        ?.map(({ text }) => text)
        .filter((name) => name && !isEmptyWord(name))
        .join(' › '),
    ],
    [t`Made in`, origins.map((code) => countryName(code ?? '')).join(', ')],
    [t`Updated`, item.lastUpdated?.text && dateOnly(item.lastUpdated.text)],
  ]
  const given = facts.filter(([, value]) => hasContent(value))
  const invalidCodes = invalidGtins(item)
  return (
    <section aria-label={t`Key facts`} className="flex flex-col gap-3">
      <dl className="grid grid-cols-[repeat(auto-fill,minmax(9rem,1fr))] gap-x-6 gap-y-3">
        {given.map(([label, value]) => (
          <div key={label} className="group/copy min-w-0">
            <dt className="text-xs text-ink-faint">
              {label}
              {label === t`Category` && <Term name="category" />}
            </dt>
            <dd className="flex items-start gap-1 text-sm font-medium">
              <span dir="auto" className="min-w-0 break-words">
                {value}
              </span>
              <CopyField label={label} copied={(value ?? '').replaceAll('\u00a0', ' ')} />
            </dd>
          </div>
        ))}
      </dl>
      {invalidCodes.length > 0 && (
        <p className="text-xs text-warn">
          <Trans>
            {invalidCodes.length === 1
              ? t`${invalidCodes[0] ?? ''} is no valid GTIN`
              : t`${invalidCodes.join(', ')} are no valid GTINs`}
            : the last digit does not fit the others.
          </Trans>
        </p>
      )}
    </section>
  )
}

const unitsText = (units: string | undefined): string | undefined =>
  units && units !== '1' ? t`${units} units` : undefined

const invalidGtins = (item: Item): string[] =>
  (item.upcs ?? [])
    .filter(({ type, text }) => text !== '' && isGtinType(type) && !isValidGtin(text))
    .map(({ text }) => text)
