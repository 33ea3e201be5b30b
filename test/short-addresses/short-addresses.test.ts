/** Short addresses lead readers to what a scan of the same page shows, at the same minute, and nowhere else. */
import { beforeEach, describe, expect, it } from 'vitest';
import { operator } from '../../src/access/viewer.js';
import { MovableClock } from '../kit/seed/seed-clock.js';
import { useTestApp } from '../kit/use-app.js';
import { newPublisher } from '../recognition/publisher.js';
import { paintedPage } from './painted-page.js';
import { useScene } from './scene.js';

const clock = new MovableClock();
const loupe = useTestApp({ clock });
const scene = useScene(loupe);
beforeEach(() => clock.to('2026-12-01T12:00:00Z'));

const actionPath = (text: string) =>
  /href="[^"]*?(\/s\/[^"]*\/actions\/[^"]*)"/.exec(text)?.[1]?.replaceAll('&amp;', '&') ?? '';
const recorded = async () => {
  const { clickReader, statistics } = scene.publisher.services;
  const clicks = await clickReader.list(scene.publisher.editor, { documentId: scene.document.id });
  const { total } = await statistics.count(scene.publisher.editor, {
    elementId: scene.document.id,
    by: ['device'],
  } as never);
  return {
    clicks: clicks.length,
    joined: clicks.filter(({ matchId }) => matchId !== null).length,
    matches: total.matches,
  };
};

describe('a short address of an action', () => {
  it('leads there, and is counted as a click', async () => {
    const { id } = await scene.link(scene.page.id, 'plants');
    const { code } = await scene.make({ actionId: id });
    expect(await scene.visit(`/s/${code}`)).toMatchObject({
      status: 302,
      location: 'https://lisiere.example/plants',
    });
    expect(await scene.visit(`/S/${code.toUpperCase()}/`)).toMatchObject({ status: 302 });
    expect(await recorded()).toEqual({ clicks: 2, joined: 0, matches: 0 });
    const [address] = await scene.publisher.services.shortAddresses.page(
      scene.publisher.editor,
      scene.document.id,
      {
        ...{ after: null, before: null, limit: 10, isInverted: false },
      },
    );
    expect(address).toMatchObject({ code, visits: 2 });
  });

  it('counts nobody who only looks', async () => {
    const { id } = await scene.link(scene.page.id, 'plants');
    const { code } = await scene.make({ actionId: id });
    await scene.visit(`/s/${code}`, {}, 'HEAD');
    await scene.visit(`/s/${code}`, { 'sec-purpose': 'prefetch' });
    await scene.visit(`/s/${code}`, { 'user-agent': 'WhatsApp/2.23' });
    expect(await recorded()).toEqual({ clicks: 0, joined: 0, matches: 0 });
  });

  it('opens at the minute, and has a page before and after', async () => {
    const { id } = await scene.link(scene.page.id, 'advent');
    await scene.publisher.services.actions.patch(scene.publisher.editor, id, {
      timeWindow: 'from 2026-12-24T00:00 until 2026-12-25T00:00',
    });
    const { code } = await scene.make({ actionId: id });
    const status = async () => (await scene.visit(`/s/${code}`)).status;
    expect(await status()).toBe(404);
    expect((await scene.visit(`/s/${code}`, { 'accept-language': 'de-CH,de' })).text).toContain(
      'Das ist vorbei',
    );
    clock.to('2026-12-23T15:00:00Z');
    expect(await status()).toBe(302);
    clock.to('2026-12-24T15:00:00Z');
    expect(await status()).toBe(404);
  });

  it('is led elsewhere without a new print', async () => {
    const [first, second] = [await scene.link(scene.page.id, 'one'), await scene.link(scene.page.id, 'two')];
    const { id, code } = await scene.make({ actionId: first.id });
    await scene.publisher.services.shortAddresses.change(
      scene.publisher.editor,
      id,
      { actionId: second.id },
      [],
    );
    expect((await scene.visit(`/s/${code}`)).location).toBe('https://lisiere.example/two');
    await scene.publisher.services.actions.delete(scene.publisher.editor, second.id);
    expect((await scene.visit(`/s/${code}`)).status).toBe(404);
  });
});

describe('a short address of a page', () => {
  it('shows title and actions, and joins a click to the visit', async () => {
    await scene.publisher.services.titles.put(scene.publisher.editor, {
      ...{ nodeId: scene.page.id, languageCode: 'en-US', value: '<b>Hedges & more</b>' },
    });
    await scene.link(scene.page.id, 'Read "more"');
    const { code } = await scene.make({ elementId: scene.page.id });
    const { status, text } = await scene.visit(`/s/${code}`);
    expect(status).toBe(200);
    expect(text).toContain('<h1>&lt;b&gt;Hedges &amp; more&lt;/b&gt;</h1>');
    expect(text).toContain('Read &quot;more&quot;');
    expect(text).not.toContain('<script');
    expect(await scene.visit(actionPath(text))).toMatchObject({ status: 302 });
    expect(await recorded()).toEqual({ clicks: 1, joined: 1, matches: 1 });
  });

  it('opens the one action that opens by itself', async () => {
    await scene.link(scene.page.id, 'plants');
    await scene.publisher.services.images.patch(scene.publisher.editor, scene.page.id, { autoTrigger: true });
    const { code } = await scene.make({ elementId: scene.page.id });
    expect((await scene.visit(`/s/${code}`)).status).toBe(302);
    expect(await recorded()).toEqual({ clicks: 1, joined: 1, matches: 1 });
  });

  it('shows the zones that are recognized in its place', async () => {
    const { zones } = scene.publisher.services;
    const place = { positionYPercent: 0, widthPercent: 50, heightPercent: 100 };
    for (const [name, positionXPercent] of [
      ['left', 0],
      ['right', 50],
    ] as const) {
      const zone = await zones.create(scene.publisher.editor, {
        imageId: scene.page.id,
        name,
        positionXPercent,
        ...place,
      });
      await scene.link(zone.id, `of ${name}`);
    }
    const { code } = await scene.make({ elementId: scene.page.id });
    const { text } = await scene.visit(`/s/${code}`);
    expect(text).toMatch(/of left.*of right/s);
  });

  it('shows nothing of what is not active, outside of its window or thrown away', async () => {
    const { services, editor } = scene.publisher;
    await scene.link(scene.page.id, 'plants');
    const { code } = await scene.make({ elementId: scene.page.id });
    const status = async () => (await scene.visit(`/s/${code}`)).status;
    expect(await status()).toBe(200);
    await services.documents.patch(editor, scene.document.id, { timeWindow: 'until 2026-12-02' });
    expect(await status()).toBe(200);
    clock.to('2026-12-03T00:00:00Z');
    expect(await status()).toBe(404);
    await services.documents.patch(editor, scene.document.id, { timeWindow: null, status: 'Inactive' });
    expect(await status()).toBe(404);
    await services.documents.patch(editor, scene.document.id, { status: 'Active' });
    expect(await status()).toBe(200);
    await services.documents.delete(editor, scene.document.id);
    expect(await status()).toBe(404);
    await services.trash.restore(editor, scene.document.id);
    await services.documents.patch(editor, scene.document.id, { status: 'Active' });
    expect(await status()).toBe(200);
  });
});

it('a document offers its own actions, and its pages to choose from', async () => {
  await scene.link(scene.document.id, 'of all');
  await scene.link(scene.page.id, 'of page');
  const { code } = await scene.make({ elementId: scene.document.id });
  const { text } = await scene.visit(`/s/${code}`);
  expect(text).toContain('of all');
  expect(text).not.toContain('of page');
  expect(text).toContain(`/s/${code}/1?v=`);
  const chosen = await scene.visit(`/s/${code}/1`);
  expect(chosen.text).toContain('of page');
  expect(await scene.visit(actionPath(chosen.text))).toMatchObject({ status: 302 });
  for (const other of ['2', '0', '01', 'x', '-1', '99999999999']) {
    expect((await scene.visit(`/s/${code}/${other}`)).status, other).toBe(404);
  }
});

describe('an action that is no address', () => {
  it.each([
    ['TEL', { Number: '+41 22 767 61 11' }, 'tel:+41227676111'],
    ['MAIL', { Address: 'a@b.example', Subject: 'Hi & bye' }, 'mailto:a%40b.example?subject=Hi%20%26%20bye'],
    ['URL', { Url: 'myapp://open/1' }, 'myapp://open/1'],
  ] as const)('of type %s opens from the page', async (type, content, location) => {
    const { id } = await scene.publisher.services.actions.create(scene.publisher.editor, {
      ...{
        nodeId: scene.page.id,
        name: 'Call',
        type,
        languageCode: 'en-US',
        content: JSON.stringify(content),
      },
    });
    const { code } = await scene.make({ actionId: id });
    const { status, text } = await scene.visit(`/s/${code}`);
    expect(status).toBe(200);
    expect(await scene.visit(actionPath(text))).toMatchObject({ status: 302, location });
  });

  it('is saved as a file, or shown as text', async () => {
    const create = async (type: string, content: string) =>
      scene.publisher.services.actions.create(scene.publisher.editor, {
        ...{ nodeId: scene.page.id, name: 'Card', type, languageCode: 'en-US', content },
      });
    const card = await create('VCARD', JSON.stringify({ FirstName: 'Ada' }));
    const raw = await create('RAW', '<script>alert(1)</script>');
    const opened = async (actionId: string) => {
      const { code } = await scene.make({ actionId });
      return scene.visit(`/s/${code}/actions/${actionId}`);
    };
    expect((await opened(card.id)).text).toContain('BEGIN:VCARD');
    const { text } = await opened(raw.id);
    expect(text).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
    expect(text).not.toContain('<script');
  });
});

describe('readers are never led', () => {
  it.each([
    'http://127.0.0.1/x',
    'http://2130706433/',
    'http://0x7f.1/',
    'http://[::1]/',
    'http://[::ffff:10.0.0.1]/',
    'http://localhost:9/',
    'http://printer.local/',
    'http://intranet/',
    'http://10.1.2.3/',
    'http://169.254.169.254/latest',
  ])('into a private network: %s', async (url) => {
    const { id } = await scene.link(scene.page.id, 'inside', url);
    await expect(scene.make({ actionId: id })).rejects.toMatchObject({
      code: 'BAD_USER_INPUT',
      fields: { actionId: [expect.any(String)] },
    });
    const { code } = await scene.make({ elementId: scene.page.id });
    const { text } = await scene.visit(`/s/${code}`);
    const followed = await scene.visit(actionPath(text));
    expect(followed).toMatchObject({ status: 404, location: null });
    expect(followed.text).toContain('cannot be opened');
  });

  it.each(['javascript:alert(1)', 'data:text/html,x', 'intent:javascript:alert(1)#Intent;end'])(
    'to %s',
    async (url) => {
      const { id, isValid } = await scene.link(scene.page.id, 'code', url);
      expect(isValid).toBe(false);
      await expect(scene.make({ actionId: id })).rejects.toMatchObject({ code: 'BAD_USER_INPUT' });
      const { code } = await scene.make({ elementId: scene.page.id });
      expect((await scene.visit(`/s/${code}`)).status).toBe(404);
    },
  );

  it('round in circles', async () => {
    const { code } = await scene.make({ elementId: scene.page.id });
    for (const url of [
      `${loupe.url}/s/${code}`,
      `${loupe.url}/S/${code}`,
      `${loupe.url}/01/04012345678901`,
    ]) {
      const { id } = await scene.link(scene.page.id, 'again', url);
      await expect(scene.make({ actionId: id }), url).rejects.toMatchObject({ code: 'BAD_USER_INPUT' });
    }
  });

  it('to an address or an action that is not of this short address', async () => {
    const { id } = await scene.link(scene.page.id, 'plants');
    const stranger = await newPublisher(loupe);
    const other = await stranger.print(await paintedPage());
    const foreign = await stranger.addLink(other.page.id, 'foreign');
    const { code } = await scene.make({ elementId: scene.page.id });
    for (const path of [
      `/s/${code}/actions/${foreign.id}`,
      `/s/${code}/actions/https%3A%2F%2Fevil.example`,
      `/s/${code}%2F..%2Fx`,
      '/s/%00',
      '/s/nosuchcode',
      `/s/${'a'.repeat(90)}`,
    ]) {
      expect(
        await scene.visit(`${path}?url=https://evil.example&v=https://evil.example`),
        path,
      ).toMatchObject({
        status: 404,
        location: null,
      });
    }
    expect((await scene.visit(`/s/${code}/actions/${id.toUpperCase()}`)).status).toBe(302);
    const { shortAddresses } = scene.publisher.services;
    await expect(scene.make({ elementId: other.page.id })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(scene.make({ actionId: foreign.id })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    const own = await scene.make({ actionId: id });
    await expect(
      shortAddresses.change(operator, own.id, { elementId: other.page.id }, []),
    ).rejects.toMatchObject({ code: 'BAD_USER_INPUT' });
  });
});
