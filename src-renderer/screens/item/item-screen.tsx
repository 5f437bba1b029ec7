export function ItemScreen({ itemId }: { itemId: string; onClose: () => void; beside: boolean }) {
  return <div>{itemId}</div>
}
