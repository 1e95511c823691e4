CREATE TABLE "activity" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "activity_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"at" timestamp (3) with time zone NOT NULL,
	"actor_id" uuid,
	"kind" text NOT NULL,
	"action" text NOT NULL,
	"entity_id" text,
	"submission_id" text,
	"person_id" uuid,
	"before" jsonb NOT NULL,
	"after" jsonb NOT NULL,
	CONSTRAINT "activity_kind_known" CHECK ("activity"."kind" in ('submission', 'version', 'assignment', 'conflict', 'review', 'payment', 'person', 'invitation', 'extension', 'settings')),
	CONSTRAINT "activity_action_known" CHECK ("activity"."action" in ('created', 'changed', 'removed'))
);
--> statement-breakpoint
CREATE INDEX "activity_submission" ON "activity" USING btree ("submission_id","id");--> statement-breakpoint
CREATE INDEX "activity_person" ON "activity" USING btree ("person_id","id");--> statement-breakpoint
CREATE INDEX "activity_actor" ON "activity" USING btree ("actor_id","id");--> statement-breakpoint
CREATE INDEX "activity_kind" ON "activity" USING btree ("kind","id");