/**
 * Titles: the name of an element in each language. A title on an organization or folder is the default for what lies
 * below and overrides nothing.
 */
import type { Viewer } from '../../access/viewer.js';
import type { OperationLog } from '../../audit/operation-log.js';
import type { Database, EntityManager } from '../../db/database.js';
import { readRows } from '../../db/rows.js';
import { requireUnchanged } from '../../db/entities.js';
import { badInput, notFound } from '../../kernel/errors.js';
import type { GuardedNodes } from '../../tree/guarded-nodes.js';
import type { Node } from '../../tree/node.entity.js';
import type { NodeStore } from '../../tree/node.store.js';
import type { GivenTimeWindow } from '../../kernel/windows/time-window.rules.js';
import { storedTimeWindow } from '../../tree/time-zones.js';
import { requireState, type ElementState, type Precondition, versionOf } from '../../kernel/precondition.js';
import { requireText, MAX_STYLE_LENGTH, MAX_TITLE_LENGTH } from '../content.rules.js';
import type { LanguageService } from '../languages/language.service.js';
import type { TitleWriter } from './title-writer.js';
import { columnsOf } from '../../kernel/members.js';
import { Title } from './title.entity.js';
import { titleMemberNames } from './title.members.js';
import type { TitleView } from '../views.js';

export interface TitleInput {
  readonly nodeId: string;
  readonly languageCode: string;
  readonly value: string;
  readonly style?: string | null;
  /** When readers are shown it; at other times it inherits. Absent leaves what is there. */
  readonly timeWindow?: GivenTimeWindow;
}

export interface TitlePatch {
  readonly value?: string;
  readonly style?: string | null;
  readonly timeWindow?: GivenTimeWindow;
}

type StoredPatch = Omit<TitlePatch, 'timeWindow'> & { readonly timeWindow?: string | null | undefined };

export class TitleService {
  constructor(
    private readonly database: Database,
    private readonly nodes: NodeStore,
    private readonly guarded: GuardedNodes,
    private readonly languages: LanguageService,
    private readonly writer: TitleWriter,
    private readonly operations: OperationLog,
  ) {}

  /** Sets a title of a document, image or zone, whether it exists or not. @throws LoupeError */
  async put(viewer: Viewer, input: TitleInput, precondition?: Precondition): Promise<TitleView> {
    return this.set(viewer, input, (node) => requireTitled(node), precondition);
  }

  /** As `put`, and also sets the default title of an organization or folder. @throws LoupeError */
  async post(viewer: Viewer, input: TitleInput, precondition?: Precondition): Promise<TitleView> {
    return this.set(viewer, input, () => undefined, precondition);
  }

  /** Changes an existing title. @throws LoupeError NOT_FOUND when the element has none in the language */
  async patch(
    viewer: Viewer,
    nodeId: string,
    languageCode: string,
    patch: TitlePatch,
    precondition?: Precondition,
  ): Promise<TitleView> {
    if (patch.value !== undefined) requireText('value', patch.value, MAX_TITLE_LENGTH);
    if (patch.style) requireText('style', patch.style, MAX_STYLE_LENGTH);
    return this.database.transaction(async ({ em }) => {
      const node = await this.guarded.require(em, viewer, 'content:write', nodeId);
      requireTitled(node);
      const title = await this.requireTitle(em, node, languageCode);
      await requireUnchanged(em, precondition, title, titleState);
      this.touch(em, viewer, node);
      const timeWindow = await storedTimeWindow(em, node.organizationId, patch.timeWindow);
      const wanted = { value: title.value, ...defined({ ...patch, timeWindow }) };
      return toTitleView(await this.writer.set(em, node, title.languageCode, wanted));
    });
  }

  /** @throws LoupeError NOT_FOUND */
  async get(viewer: Viewer, nodeId: string, languageCode: string): Promise<TitleView> {
    const em = this.database.reader();
    const node = await this.guarded.requirePlace(em, viewer, 'content:read', nodeId);
    return toTitleView(await this.requireTitle(em, node, languageCode));
  }

  /** The element's own titles, by language. @throws LoupeError NOT_FOUND */
  async list(viewer: Viewer, nodeId: string): Promise<readonly TitleView[]> {
    const em = this.database.reader();
    const node = await this.guarded.requirePlace(em, viewer, 'content:read', nodeId);
    const titles = await readRows<Omit<TitleView, 'nodeId'>>(
      em,
      `select id, ${columnsOf(['languageCode', ...titleMemberNames])} from title
        where node_id = ? order by language_code`,
      [node.id],
    );
    return titles.map((title) => ({ ...title, nodeId: node.id }));
  }

  /**
   * Removes a title. Elements of a document keep a title in each language of the document, so there it becomes
   * empty and inherits again.
   *
   * @throws LoupeError NOT_FOUND
   */
  async delete(
    viewer: Viewer,
    nodeId: string,
    languageCode: string,
    precondition?: Precondition,
  ): Promise<void> {
    await this.database.transaction(async ({ em }) => {
      const node = await this.guarded.require(em, viewer, 'content:write', nodeId);
      const title = await this.requireTitle(em, node, languageCode);
      await requireUnchanged(em, precondition, title, titleState);
      this.touch(em, viewer, node);
      if (isTitled(node)) {
        await this.writer.set(em, node, title.languageCode, { value: '', style: null, timeWindow: null });
      } else {
        em.remove(title);
      }
    });
  }

  private async set(
    viewer: Viewer,
    input: TitleInput,
    check: (node: Node) => void,
    precondition?: Precondition,
  ): Promise<TitleView> {
    const languageCode = this.languages.require(input.languageCode);
    requireText('value', input.value, MAX_TITLE_LENGTH);
    if (input.style) requireText('style', input.style, MAX_STYLE_LENGTH);
    return this.database.transaction(async ({ em }) => {
      const node = await this.guarded.require(em, viewer, 'content:write', input.nodeId);
      check(node);
      if (precondition !== undefined) {
        const title = await em.findOne(Title, { nodeId: node.id, languageCode });
        if (title === null) requireState(precondition, null);
        else await requireUnchanged(em, precondition, title, titleState);
      }
      this.touch(em, viewer, node);
      const { value, style } = input;
      const timeWindow = await storedTimeWindow(em, node.organizationId, input.timeWindow);
      return toTitleView(await this.writer.set(em, node, languageCode, { value, style, timeWindow }));
    });
  }

  private touch(em: EntityManager, viewer: Viewer, node: Node): void {
    this.nodes.touchContent(node);
    this.operations.write(em, viewer, 'title:write', node);
  }

  private async requireTitle(em: EntityManager, node: Pick<Node, 'id'>, code: string): Promise<Title> {
    const languageCode = this.languages.require(code);
    const title = await em.findOne(Title, { nodeId: node.id, languageCode });
    if (title === null) throw notFound(`A title of element ${node.id} in ${languageCode}`);
    return title;
  }
}

/** Titles keep no dates; one that is set back to what it was counts as unchanged. */
export function titleState({
  value,
  style,
  timeWindow,
}: Pick<TitleView, 'value'> & { style?: string | null; timeWindow?: string | null }): ElementState {
  // Versions of titles without a window are those that callers have seen before there were any.
  const window = timeWindow == null ? [] : [timeWindow];
  return { version: versionOf(value, style ?? null, ...window), dateModified: null };
}

function isTitled(node: Node): boolean {
  return node.type === 'Document' || node.type === 'Image' || node.type === 'Zone';
}

function requireTitled(node: Node): void {
  if (!isTitled(node)) {
    throw badInput(
      'nodeId',
      'only a document, image or zone has a title of its own; create a default title (POST) on this element instead',
    );
  }
}

function defined(patch: StoredPatch): StoredPatch {
  return {
    ...(patch.value !== undefined ? { value: patch.value } : {}),
    ...(patch.style !== undefined ? { style: patch.style } : {}),
    ...(patch.timeWindow !== undefined ? { timeWindow: patch.timeWindow } : {}),
  };
}

export function toTitleView({ id, nodeId, languageCode, value, style, timeWindow }: Title): TitleView {
  return { id, nodeId, languageCode, value, style: style ?? null, timeWindow: timeWindow ?? null };
}
