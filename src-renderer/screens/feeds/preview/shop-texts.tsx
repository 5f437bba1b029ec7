import { t } from '@lingui/core/macro'
import type { Marked } from '../../../../src-shared/feeds/preview/marked.ts'
import { isShown, MarkedList, MarkedText, MarkedValue, Part } from './marks.tsx'
import { type Comparer, contentOf, fieldLabel, ofProduct, textIn } from './preview-content.ts'

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
export function ShopTexts({ compare, retailer, language, isSent }: TextsProps) {
  const content = <T,>(read: (content: NonNullable<ReturnType<typeof contentOf>>) => T | undefined) =>
    compare.one((item) => {
      const found = contentOf(item, retailer)
      return found && read(found)
    })
  const sellCopy = content((one) => one.sellCopy)
  const own = content((one) => textIn(one.ecommerceDescription, language))
  const general = compare.one(({ ecommerceDescription }) => textIn(ecommerceDescription, language))
  const hasOwn = isShown(own)
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
          <MarkedList values={bullets} />
        </Part>
      )}
      {hasOwn ? (
        <TextPart title={fieldLabel('ecommerceDescription')} value={own} isSent={isSent.own} />
      ) : (
        <TextPart title={fieldLabel('ecommerceDescription')} value={general} isSent={isSent.description} />
      )}
      <TextPart title={t`Long description`} value={long} isSent={isSent.longDescription} />
      <TextPart
        title={fieldLabel('description')}
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
