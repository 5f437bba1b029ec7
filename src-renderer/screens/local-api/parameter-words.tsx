/** How parameters are written on this screen, in the form and in the reference. */

/** The name of a parameter, as it stands in an address. */
export const ParameterName = ({ name }: { name: string }) => (
  <code className="font-mono text-xs font-semibold text-ink">{name}</code>
)

/** A meaning of the declarations, which begin small, as a sentence of its own. */
export const sentence = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
