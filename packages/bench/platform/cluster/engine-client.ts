/** Adds pictures to an application over the engine's wire, and searches it by photos. */

export interface EngineAccount {
  readonly id: string;
  readonly key: string;
}

export interface EngineAnswer {
  readonly status: { readonly code: number; readonly desc?: string };
  readonly images?: unknown;
}

async function send(
  address: string,
  operation: string,
  form: Readonly<Record<string, string>>,
  picture: Buffer,
): Promise<EngineAnswer> {
  const body = new FormData();
  for (const [name, value] of Object.entries(form)) body.append(name, value);
  body.append('image_content', new Blob([new Uint8Array(picture)]), 'picture.jpg');
  const answer = await fetch(`${address}/api/v2.0/${operation}`, { method: 'POST', body });
  return (await answer.json()) as EngineAnswer;
}

/** @throws Error with what the server said when it did not take it */
export async function addPicture(
  address: string,
  { key }: EngineAccount,
  imageId: string,
  picture: Buffer,
): Promise<void> {
  const fields = { application_key: key, image_id: imageId };
  const { status } = await send(address, 'enginemodify/json/AddImage', fields, picture);
  if (status.code !== 0) throw new Error(`${imageId} was not taken: ${status.desc ?? status.code}`);
}

export async function searchByPhoto(
  address: string,
  { key }: EngineAccount,
  photo: Buffer,
): Promise<EngineAnswer> {
  return send(address, 'enginequery/json/SearchImageByUpload', { application_key: key }, photo);
}

/** What was found, to be compared with another answer. */
export const answerText = ({ status, images }: EngineAnswer): string => JSON.stringify([status.code, images]);
