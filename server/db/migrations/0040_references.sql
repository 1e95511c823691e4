CREATE INDEX "bank_lines_importer" ON "bank_lines" USING btree ("imported_by");--> statement-breakpoint
CREATE INDEX "payments_verifier" ON "payments" USING btree ("verified_by") WHERE verified_by is not null;--> statement-breakpoint
CREATE INDEX "payments_reopener" ON "payments" USING btree ("reopened_by") WHERE reopened_by is not null;--> statement-breakpoint
CREATE INDEX "deadline_extensions_granter" ON "deadline_extensions" USING btree ("granted_by");--> statement-breakpoint
CREATE INDEX "invitations_link" ON "invitations" USING btree ("link_hash");--> statement-breakpoint
CREATE INDEX "invitations_revoked" ON "invitations" USING btree ("sent_at","id") WHERE revoked_at is not null;--> statement-breakpoint
CREATE INDEX "invitations_inviter" ON "invitations" USING btree ("invited_by");--> statement-breakpoint
CREATE INDEX "users_staff" ON "users" USING btree ("created_at","id") WHERE is_staff;--> statement-breakpoint
CREATE INDEX "users_experienced" ON "users" USING btree ("created_at","id") WHERE is_experienced;--> statement-breakpoint
CREATE INDEX "users_disabled" ON "users" USING btree ("created_at","id") WHERE deleted_at is null and disabled_at is not null;--> statement-breakpoint
CREATE INDEX "users_unverified" ON "users" USING btree ("created_at","id") WHERE deleted_at is null and email_verified_at is null;--> statement-breakpoint
CREATE INDEX "users_photo" ON "users" USING btree ("photo_file_id") WHERE photo_file_id is not null;--> statement-breakpoint
CREATE INDEX "proposals_maker" ON "proposals" USING btree ("made_by");--> statement-breakpoint
CREATE INDEX "receipts_payment" ON "receipts" USING btree ("payment_id");--> statement-breakpoint
CREATE INDEX "assignment_batches_maker" ON "assignment_batches" USING btree ("made_by");--> statement-breakpoint
CREATE INDEX "assignments_submission" ON "assignments" USING btree ("submission_id");--> statement-breakpoint
CREATE INDEX "assignments_assigner" ON "assignments" USING btree ("assigned_by");--> statement-breakpoint
CREATE INDEX "assignments_assigned" ON "assignments" USING btree ("assigned_at");--> statement-breakpoint
CREATE INDEX "assignments_ended" ON "assignments" USING btree ("ended_at") WHERE ended_at is not null;--> statement-breakpoint
CREATE INDEX "conflicts_reviewer" ON "conflicts" USING btree ("reviewer_id");--> statement-breakpoint
CREATE INDEX "review_draft_texts_submission" ON "review_draft_texts" USING btree ("submission_id");--> statement-breakpoint
CREATE INDEX "review_drafts_reviewer" ON "review_drafts" USING btree ("reviewer_id");--> statement-breakpoint
CREATE INDEX "reviews_assignment" ON "reviews" USING btree ("assignment_id");--> statement-breakpoint
CREATE INDEX "submission_events_actor" ON "submission_events" USING btree ("actor_id");--> statement-breakpoint
CREATE INDEX "versions_submission" ON "versions" USING btree ("submission_id","part");--> statement-breakpoint
CREATE INDEX "publications_file" ON "publications" USING btree ("file_id") WHERE file_id is not null;