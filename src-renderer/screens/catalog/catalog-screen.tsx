import { Page, PageHeader } from '../../ui/page-header.tsx'

export function CatalogScreen({ itemId }: { itemId?: string | undefined }) {
  return <Page header={<PageHeader title="Catalog" />}>{itemId}</Page>
}
