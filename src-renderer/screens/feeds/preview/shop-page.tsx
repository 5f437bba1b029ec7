import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import clsx from 'clsx'
import { useState } from 'react'
import type { Marked } from '../../../../src-shared/feeds/preview/marked.ts'
import type { ItemPreview } from '../../../../src-shared/feeds/preview/model.ts'
import { EntryName, useEntryNames } from '../../../names/entry-name.tsx'
import { PlainSelect } from '../../../ui/inputs/plain-select.tsx'
import { Segmented } from '../../../ui/inputs/segmented.tsx'
import { languageName } from '../../../ui/text/words.ts'
import { hasContent, measureText } from '../../item/field-text.ts'
import { isShown, MarkedValue, MarkedWords, Part } from './marks.tsx'
import {
  type Comparer,
  comparer,
  contentOf,
  languagesOf,
  ofProduct,
  picturesOf,
  retailersOf,
} from './preview-content.ts'
import { ShopFacts } from './shop-facts.tsx'
import { ShopGallery } from './shop-gallery.tsx'
import { ShopTexts } from './shop-texts.tsx'

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
          <ShopTexts
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
          <ShopFacts compare={compare} isSent={isSent(preview.sent.products)} />
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
  const names = useEntryNames('retailer', retailers)
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
  const isNamed = isShown(title)
  return (
    <Part isSent={isSent}>
      <p className="text-sm font-semibold text-ink-soft">
        {isShown(brandId) ? (
          <MarkedValue value={brandId} show={(id) => <EntryName kind="brand" id={id} />} />
        ) : (
          <MarkedValue value={brandWords} />
        )}
      </p>
      <h2 dir="auto" className="text-xl font-semibold text-balance">
        {isNamed ? <MarkedWords value={title} /> : name}
      </h2>
      {isShown(size) && (
        <p className="mt-1 text-sm text-ink-soft">
          <MarkedValue value={size} />
        </p>
      )}
    </Part>
  )
}
