import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Draft } from '../../../../../src-shared/feeds/draft/model.ts'
import { kinds } from '../../../../../src-shared/feeds/kinds/kinds.ts'
import { pathOf, type Trail } from '../../../../../src-shared/vocabulary/kit/path.ts'
import type { CatalogDifferences } from '../../../../form/catalog-differences.ts'
import { entryPlace, rootPlace } from '../../../../form/place.ts'
import { rpc } from '../../../../rpc/client.ts'

const none: CatalogDifferences = new Map()

/**
 * The fields of the open item that differ from the catalog, as of its last save; none for an item that the catalog
 * does not have.
 */
export function useCatalogDifferences(
  { id, kind }: Draft,
  key: number,
  isShown: boolean,
): CatalogDifferences {
  const compared = useQuery(
    rpc.feeds.compareItem.queryOptions({
      input: { id, key },
      enabled: isShown && kinds[kind].ifPresent !== 'refused',
    }),
  ).data
  return useMemo(() => {
    if (compared?.about === undefined) return none
    const { payload } = kinds[kind]
    const root: Trail = entryPlace(rootPlace(payload.document.root), payload.itemMember, 0).trail
    const start = pathOf(root)
    return new Map(compared.fields.map(({ path, theirs }) => [`${start}/${path}`, theirs]))
  }, [compared, kind])
}
