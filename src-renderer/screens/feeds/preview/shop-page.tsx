import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import clsx from 'clsx'
import { type ReactNode, useState } from 'react'
import { allergenName, allergensIn } from '../../../../src-shared/allergens/find-allergens.ts'
import type { ListKind } from '../../../../src-shared/catalog/model.ts'
import { type Marked, marked } from '../../../../src-shared/feeds/preview/marked.ts'
import type { ItemPreview } from '../../../../src-shared/feeds/preview/model.ts'
import { ingestItem, ingestProduct } from '../../../../src-shared/vocabulary/elements/ingest.ts'
import type { Nutrition } from '../../../../src-shared/vocabulary/elements/nutrition.ts'
import { entriesNamed, namedEntries } from '../../../rpc/named-entries.ts'
import { PlainSelect } from '../../../ui/inputs/plain-select.tsx'
import { Segmented } from '../../../ui/inputs/segmented.tsx'
import { countryName, languageName } from '../../../ui/text/words.ts'
import { hasContent } from '../../item/field-text.ts'
import { NutritionLabels } from '../../item/nutrition/nutrition-labels.tsx'
import { MarkedText, MarkedValue, MarkedWords, Part } from './marks.tsx'
import {
  type Comparer,
  comparer,
  contentOf,
  languagesOf,
  measureText,
  nutritionChanges,
  ofProduct,
  picturesOf,
  retailersOf,
  textIn,
} from './preview-content.ts'
import { ShopGallery } from './shop-gallery.tsx'

interface ShopPageProps {
  preview: ItemPreview
  name: string
  /** Whether the item may have pictures that are not part of the preview, so that none must not be stated. */
  isPart?: boolean
}

/** An item as a shop could show it, with everything that the feed changes marked. */
export function ShopPage({ preview, name, isPart = false }: ShopPageProps) {
  const [retailer, setRetailer] = useState('')
  const [wantedLanguage, setLanguage] = useState<string>()
  const retailers = retailersOf(preview)
  const languages = languagesOf(preview, retailer)
  const language =
    wantedLanguage !== undefined && languages.includes(wantedLanguage) ? wantedLanguage : (languages[0] ?? '')
  const compare = comparer(preview)
  /** Whether the feed contains a part; undefined if it contains everything. */
  const isSent = (part: unknown): boolean | undefined => (preview.isWhole ? undefined : hasContent(part))
  const sentContent = contentOf(preview.sent, retailer)
  const pictures = picturesOf(compare, retailer)
  const hasGallery = pictures.length > 0 || !isPart
  const title = compare.one(({ ecommerceTitle }) => ecommerceTitle)
  return (
    <article aria-label={t`Preview of ${name}`} className="@container flex flex-col gap-4">
      {(retailers.length > 0 || languages.length > 1) && (
        <div className="flex flex-wrap items-center gap-3">
          {retailers.length > 0 && (
            <RetailerChoice retailers={retailers} value={retailer} onChange={setRetailer} />
          )}
          {languages.length > 1 && (
            <Segmented
              label={t`Language`}
              labelHidden
              value={language}
              onValueChange={setLanguage}
              options={languages.map((value) => ({
                value,
                label: value === '' ? t`No language` : languageName(value),
              }))}
            />
          )}
        </div>
      )}
      <div
        className={clsx(
          'grid grid-cols-1 gap-x-4 gap-y-6 @4xl:gap-x-6',
          hasGallery && '@sm:grid-cols-[minmax(9rem,2fr)_minmax(0,3fr)] @4xl:grid-cols-[22rem_minmax(0,1fr)]',
        )}
      >
        {hasGallery && <ShopGallery key={retailer} pictures={pictures} itemName={name} />}
        <div className="flex min-w-0 flex-col gap-4">
          <Head compare={compare} title={title} isSent={isSent(preview.sent.ecommerceTitle)} name={name} />
          <Texts
            compare={compare}
            retailer={retailer}
            language={language}
            isSent={{
              description: isSent(preview.sent.ecommerceDescription),
              sellCopy: isSent(sentContent?.sellCopy),
              bulletPoints: isSent(sentContent?.bulletPoints),
              longDescription: isSent(sentContent?.longDescription),
              own: isSent(sentContent?.ecommerceDescription),
              keywords: isSent(sentContent?.keywords),
            }}
          />
          <Facts compare={compare} isSent={isSent(preview.sent.products)} />
        </div>
      </div>
    </article>
  )
}

function RetailerChoice({
  retailers,
  value,
  onChange,
}: {
  retailers: readonly string[]
  value: string
  onChange: (retailer: string) => void
}) {
  const names = useNames('retailer', retailers)
  return (
    <span className="flex items-center gap-2 text-sm">
      <span aria-hidden className="text-ink-soft">
        <Trans>Shop</Trans>
      </span>
      <PlainSelect
        aria-label={t`Shop`}
        value={value}
        onValueChange={onChange}
        options={[
          { value: '', label: t`Every retailer` },
          ...retailers.map((id) => ({ value: id, label: names.get(id) ?? id })),
        ]}
      />
    </span>
  )
}

/** The names of lookup entries by identifier, where known. */
function useNames(kind: ListKind, ids: readonly string[]): ReadonlyMap<string, string> {
  const found = useQuery({
    queryKey: ['names', kind, ...ids],
    queryFn: () => entriesNamed(kind, ids),
    enabled: ids.length > 0,
    networkMode: 'always',
  })
  return new Map(
    [...(found.data ?? [])].flatMap(([id, entries]) => {
      const name = entries.find((entry) => entry.id === id)?.name
      return name === undefined ? [] : [[id, name] as const]
    }),
  )
}

/** Brand, title and net content. */
function Head({
  compare,
  title,
  isSent,
  name,
}: {
  compare: Comparer
  title: Marked<string>
  isSent: boolean | undefined
  name: string
}) {
  const brandId = compare.one(ofProduct((product) => product.brandId))
  const brandWords = compare.one(ofProduct((product) => product.brandDescription))
  const size = compare.one(
    ({ packageData }) => measureText(packageData?.netWeight) ?? measureText(packageData?.packageSize),
  )
  const isNamed = title.after !== undefined || title.before !== undefined
  return (
    <Part isSent={isSent}>
      <p className="text-sm font-semibold text-ink-soft">
        {brandId.after !== undefined || brandId.before !== undefined ? (
          <MarkedValue value={brandId} show={(id) => <EntryName kind="brand" id={id} />} />
        ) : (
          <MarkedValue value={brandWords} />
        )}
      </p>
      <h2 dir="auto" className="text-xl font-semibold text-balance">
        {isNamed ? <MarkedWords value={title} /> : name}
      </h2>
      {(size.after !== undefined || size.before !== undefined) && (
        <p className="mt-1 text-sm text-ink-soft">
          <MarkedValue value={size} />
        </p>
      )}
    </Part>
  )
}

/** Name of a lookup entry; the identifier while loading, or if no list has it. */
function EntryName({ kind, id }: { kind: ListKind; id: string }) {
  const found = useQuery(namedEntries(kind, id))
  return found.data?.find((entry) => entry.id === id)?.name ?? id
}

const labelOf = (key: string): string =>
  ingestItem.elements.get(key)?.label ?? ingestProduct.elements.get(key)?.label ?? key

interface TextsProps {
  compare: Comparer
  retailer: string
  language: string
  isSent: Record<
    'description' | 'sellCopy' | 'bulletPoints' | 'longDescription' | 'own' | 'keywords',
    boolean | undefined
  >
}

/** The selling texts, in the order of a shop page. A retailer's own text replaces the general one. */
function Texts({ compare, retailer, language, isSent }: TextsProps) {
  const content = <T,>(read: (content: NonNullable<ReturnType<typeof contentOf>>) => T | undefined) =>
    compare.one((item) => {
      const found = contentOf(item, retailer)
      return found && read(found)
    })
  const sellCopy = content((one) => one.sellCopy)
  const own = content((one) => textIn(one.ecommerceDescription, language))
  const general = compare.one(({ ecommerceDescription }) => textIn(ecommerceDescription, language))
  const hasOwn = own.after !== undefined || own.before !== undefined
  const long = content((one) => textIn(one.longDescription, language))
  const product = compare.one(ofProduct(({ description }) => description))
  const bullets = compare.list(
    (item) => contentOf(item, retailer)?.bulletPoints,
    (text) => text,
  )
  const keywords = compare.list(
    (item) => contentOf(item, retailer)?.keywords,
    (text) => text,
  )
  return (
    <>
      {isShown(sellCopy) && (
        <Part mark={sellCopy.mark} isSent={isSent.sellCopy}>
          <MarkedText value={sellCopy} className="text-base font-medium" />
        </Part>
      )}
      {bullets.length > 0 && (
        <Part title={t`Bullet points`} isSent={isSent.bulletPoints}>
          <ul className="list-disc ps-5 text-sm">
            {bullets.map((point, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the same point can occur twice
              <li key={index}>
                <MarkedValue value={point} />
              </li>
            ))}
          </ul>
        </Part>
      )}
      {hasOwn ? (
        <TextPart title={labelOf('ecommerceDescription')} value={own} isSent={isSent.own} />
      ) : (
        <TextPart title={labelOf('ecommerceDescription')} value={general} isSent={isSent.description} />
      )}
      <TextPart title={t`Long description`} value={long} isSent={isSent.longDescription} />
      <TextPart
        title={labelOf('description')}
        value={product}
        isSent={isSent.description === undefined ? undefined : false}
      />
      {keywords.length > 0 && (
        <Part title={t`Keywords`} isSent={isSent.keywords}>
          <p className="flex flex-wrap gap-x-3 gap-y-1 text-sm">
            {keywords.map((keyword, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the same keyword can occur twice
              <span key={index}>
                <MarkedValue value={keyword} />
              </span>
            ))}
          </p>
        </Part>
      )}
    </>
  )
}

const isShown = ({ before, after }: Marked<unknown>): boolean => before !== undefined || after !== undefined

function TextPart({
  title,
  value,
  isSent,
}: {
  title: string
  value: Marked<string>
  isSent: boolean | undefined
}) {
  if (!isShown(value)) return null
  return (
    <Part title={title} mark={value.mark} isSent={isSent}>
      <MarkedText value={value} className="text-sm" />
    </Part>
  )
}

/** Ingredients, allergens, nutrition and the remaining facts of the package. */
function Facts({ compare, isSent }: { compare: Comparer; isSent: boolean | undefined }) {
  const ingredients = compare.one(ofProduct(({ grocery }) => grocery?.ingredients))
  const nutrition = compare.one<Nutrition[]>(ofProduct(({ grocery }) => grocery?.nutritions))
  const panels = (nutrition.after ?? nutrition.before ?? []).filter(hasContent)
  const changes = nutritionChanges(compare)
  const warnings = compare.list(
    (item) => ofProduct(({ warnings: all }) => all)(item),
    (text) => text,
  )
  const facts: [label: string, value: Marked<string>, show?: (text: string) => ReactNode][] = [
    [labelOf('countryOfOrigin'), compare.one(ofProduct((one) => one.countryOfOrigin)), countryName],
    [labelOf('directions'), compare.one(ofProduct((one) => one.directions))],
    [
      labelOf('manufacturerId'),
      compare.one(({ manufacturerId }) => manufacturerId),
      (id) => <EntryName kind="manufacturer" id={id} />,
    ],
    [
      labelOf('categoryId'),
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
          <ul className="list-disc ps-5 text-sm">
            {warnings.map((warning, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the same warning can occur twice
              <li key={index}>
                <MarkedValue value={warning} />
              </li>
            ))}
          </ul>
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
