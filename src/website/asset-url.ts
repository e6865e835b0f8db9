export const assetUrl = (base: string, name: string): string => `${base}/assets/${name}`;
