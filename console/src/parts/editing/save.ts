/** Saves text as a file of the browser. */
export function saveText(fileName: string, text: string, type = 'text/csv'): void {
  const url = URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` }));
  saveFrom(url, fileName);
  URL.revokeObjectURL(url);
}

export function saveFrom(url: string, fileName: string): void {
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  link.click();
}

/** Wide enough to be printed sharp at 8 cm. */
const PNG_SIDE_PX = 1024;

/** Saves a drawing as a square picture of a printable size. */
export async function savePng(fileName: string, svg: string): Promise<void> {
  const drawing = new Image();
  drawing.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await drawing.decode();
  const canvas = document.createElement('canvas');
  canvas.width = PNG_SIDE_PX;
  canvas.height = PNG_SIDE_PX;
  const context = canvas.getContext('2d');
  if (context === null) return;
  context.imageSmoothingEnabled = false;
  context.fillStyle = '#fff';
  context.fillRect(0, 0, PNG_SIDE_PX, PNG_SIDE_PX);
  context.drawImage(drawing, 0, 0, PNG_SIDE_PX, PNG_SIDE_PX);
  saveFrom(canvas.toDataURL('image/png'), fileName);
}
