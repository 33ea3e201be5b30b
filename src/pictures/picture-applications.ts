/** The applications that hold the pictures of organizations; one is made with an organization's first picture. */
import type { ApplicationService } from '../engine/application.service.js';
import type { EntityManager } from '../db/database.js';

export class PictureApplications {
  constructor(private readonly applications: Pick<ApplicationService, 'createFor' | 'idsOf'>) {}

  /** Id of the organization's application, made in the caller's transaction when there is none yet. */
  async requireFor(em: EntityManager, organizationId: string): Promise<string> {
    const [known] = await this.applications.idsOf(em, [organizationId], 'pictures');
    return known ?? (await this.applications.createFor(em, organizationId, 'pictures')).id;
  }
}
