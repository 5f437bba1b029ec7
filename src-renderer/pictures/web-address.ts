export const isWebAddress = (text: string): boolean => /^https?:\/\/./i.test(text)
