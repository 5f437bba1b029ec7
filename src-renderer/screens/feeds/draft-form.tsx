import { useMemo } from 'react'
import type { FeedKind } from '../../../src-shared/drafts/model.ts'
import { contentPlusFeed, contentPlusFeedItem } from '../../../src-shared/vocabulary/content-plus.ts'
import { ingestItem, ingestItems } from '../../../src-shared/vocabulary/ingest.ts'
import { requiredPaths } from '../../../src-shared/vocabulary/rules/ingest-rules.ts'
import { Form, type FormSection, sectionsOf } from '../../form/form.tsx'
import { useSlice } from '../../form/form-store.ts'
import { entryPlace, type Group, rootPlace } from '../../form/place.ts'
import { Notice } from '../../ui/notice.tsx'
import { documentOf } from './draft-session.ts'

/** What an update of the service looks at; the code says which item is meant. */
const usedByUpdate: ReadonlySet<string> = new Set([
  'productCodes',
  'ecommerceDescription',
  'contentPlus',
  'manufacturerContent',
])
const ignoredByUpdate: ReadonlySet<string> = new Set(
  ingestItem.members.map(({ key }) => key).filter((key) => !usedByUpdate.has(key)),
)
const updateSections = new Set(['identity', 'contentPlus', 'retailerContent'])

/** How each kind of feed is drawn. */
interface DraftFormPlan {
  itemGroup: Group
  /** Undefined: one sheet without sections. */
  sections: readonly FormSection[] | undefined
  required: ReadonlySet<string>
  /** Whether a feed may hold several items. */
  several: boolean
  newItem: unknown
}

export function draftFormPlan(kind: FeedKind): DraftFormPlan {
  if (kind === 'contentplus') {
    return {
      itemGroup: contentPlusFeedItem,
      sections: undefined,
      required: new Set(['@id', 'retailer', 'retailer/@id']),
      several: true,
      newItem: { retailer: [] },
    }
  }
  return {
    itemGroup: ingestItem,
    sections: sectionsOf(ingestItem, kind === 'update' ? updateSections : undefined),
    required: new Set(requiredPaths(kind)),
    several: kind !== 'update',
    newItem: { type: 'grocery' },
  }
}

/** The form of one item of a draft. */
export function DraftForm({ kind, plan, index }: { kind: FeedKind; plan: DraftFormPlan; index: number }) {
  const document = documentOf(kind)
  const itemMember = (kind === 'contentplus' ? contentPlusFeed : ingestItems).elements.get('item')
  const place = useMemo(
    () => (itemMember ? entryPlace(rootPlace(document.root), itemMember, index) : undefined),
    [document.root, itemMember, index],
  )
  if (!place) return null
  return (
    <>
      {kind === 'update' && <UpdateNote index={index} />}
      <Form
        // Another item is another form: nothing typed halfway may land in it.
        key={index}
        group={plan.itemGroup}
        place={place}
        sections={plan.sections}
        required={plan.required}
        without={kind === 'update' ? ignoredByUpdate : undefined}
      />
    </>
  )
}

/** Why an update shows so little, and what else the draft holds. */
function UpdateNote({ index }: { index: number }) {
  const item = useSlice(['item', index])
  const held = typeof item === 'object' && item !== null ? Object.keys(item) : []
  const others = ingestItem.members.filter(
    ({ key }) => key !== 'type' && ignoredByUpdate.has(key) && held.includes(key),
  )
  return (
    <Notice title="An update changes the e-commerce description and adds Content+" className="mb-4">
      <p>The service ignores everything else. To change other fields, send the item as a refresh.</p>
      {others.length > 0 && (
        <p className="mt-1">
          Also in this draft, sent but not used: {others.map(({ label }) => label).join(', ')}.
        </p>
      )}
    </Notice>
  )
}
