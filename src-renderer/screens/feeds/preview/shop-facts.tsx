import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { allergenName, allergensIn } from '../../../../src-shared/allergens/find-allergens.ts'
import { type Marked, marked } from '../../../../src-shared/feeds/preview/marked.ts'
import type { Nutrition } from '../../../../src-shared/vocabulary/elements/nutrition.ts'
import { EntryName } from '../../../names/entry-name.tsx'
import { countryName } from '../../../ui/text/words.ts'
import { hasContent } from '../../item/field-text.ts'
import { NutritionLabels } from '../../item/nutrition/nutrition-labels.tsx'
import { isShown, MarkedList, MarkedText, MarkedValue, Part } from './marks.tsx'
import { type Comparer, fieldLabel, nutritionChanges, ofProduct } from './preview-content.ts'

/** Ingredients, allergens, nutrition and the remaining facts of the package. */
export function ShopFacts({ compare, isSent }: { compare: Comparer; isSent: boolean | undefined }) {
  const ingredients = compare.one(ofProduct(({ grocery }) => grocery?.ingredients))
  const nutrition = compare.one<Nutrition[]>(ofProduct(({ grocery }) => grocery?.nutritions))
  const panels = (nutrition.after ?? nutrition.before ?? []).filter(hasContent)
  const changes = nutritionChanges(compare)
  const warnings = compare.list(
    (item) => ofProduct(({ warnings: all }) => all)(item),
    (text) => text,
  )
  const facts: [label: string, value: Marked<string>, show?: (text: string) => ReactNode][] = [
    [fieldLabel('countryOfOrigin'), compare.one(ofProduct((one) => one.countryOfOrigin)), countryName],
    [fieldLabel('directions'), compare.one(ofProduct((one) => one.directions))],
    [
      fieldLabel('manufacturerId'),
      compare.one(({ manufacturerId }) => manufacturerId),
      (id) => <EntryName kind="manufacturer" id={id} />,
    ],
    [
      fieldLabel('categoryId'),
      compare.one(({ categoryId }) => categoryId),
      (id) => <EntryName kind="category" id={id} />,
    ],
    [t`Package`, compare.one(({ packageData }) => packageData?.packageType)],
    [t`Units in the package`, compare.one(({ packageData }) => packageData?.unitsInPackage)],
    [t`Product code`, compare.one(({ productCodes }) => productCodes?.[0]?.text)],
  ]
  const given = facts.filter(([, value]) => isShown(value))
  return (
    <>
      {isShown(ingredients) && (
        <Part title={t`Ingredients`} mark={ingredients.mark} isSent={isSent}>
          <MarkedText value={ingredients} className="text-sm" />
          <Allergens ingredients={ingredients} />
        </Part>
      )}
      {warnings.length > 0 && (
        <Part title={t`Warnings`} isSent={isSent}>
          <MarkedList values={warnings} />
        </Part>
      )}
      {panels.length > 0 && (
        <Part
          title={nutrition.mark === 'same' ? undefined : t`Nutrition`}
          mark={nutrition.mark}
          isSent={isSent}
        >
          {changes.length > 0 && (
            <ul className="mb-3 flex flex-col gap-1 text-sm">
              {changes.map(({ label, value }, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: panels can have the same line
                <li key={index}>
                  {label}: <MarkedValue value={value} />
                </li>
              ))}
            </ul>
          )}
          <NutritionLabels panels={panels} />
        </Part>
      )}
      {given.length > 0 && (
        <Part title={t`Details`} isSent={isSent}>
          <dl className="grid grid-cols-[minmax(6rem,min(11rem,36%))_minmax(0,1fr)] gap-x-4 text-sm">
            {given.map(([label, value, show]) => (
              <div
                key={label}
                className="col-span-2 grid grid-cols-subgrid border-b border-line py-1.5 last:border-0"
              >
                <dt className="text-ink-faint">{label}</dt>
                <dd dir="auto" className="min-w-0 break-words">
                  <MarkedValue value={value} show={show} />
                </dd>
              </div>
            ))}
          </dl>
        </Part>
      )}
    </>
  )
}

/** The allergens named in the ingredients before and after. */
function Allergens({ ingredients: { before, after, mark } }: { ingredients: Marked<string> }) {
  const now = allergensIn(after ?? '')
  const then = mark === 'same' ? now : allergensIn(before ?? '')
  const all = [...new Set([...now, ...then])]
  if (all.length === 0) return null
  return (
    <p className="mt-2 flex flex-wrap items-center gap-1.5 text-xs">
      <span className="text-ink-faint">
        <Trans>Allergens named:</Trans>
      </span>
      {all.map((id) => {
        const [was, is] = [then, now].map((list) => (list.includes(id) ? allergenName(id) : undefined))
        return (
          <span key={id} className="rounded-full border border-line-strong px-2 py-0.5 font-medium">
            <MarkedValue value={marked(was, is)} />
          </span>
        )
      })}
    </p>
  )
}
